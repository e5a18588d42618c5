import type { Creation } from './create-row.tsx';
import type { Deletion } from './delete-selected.tsx';

/** What can be changed in a list: rows that are made, and rows that are deleted together. */
export type Changes = { creation: Creation; deletion: Deletion };
