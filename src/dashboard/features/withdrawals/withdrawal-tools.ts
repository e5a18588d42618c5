import type { DeletionProps } from '../lists/delete-selected.tsx';
import type { ComponentType } from 'react';

// Loaded beside the rows: what their page itself loads, it has to name with all that it needs.

export { WithdrawalFilters } from './withdrawal-filters.tsx';

/** What a row does not say is computed, or read, with these. */
export const loadCells = () => import('./withdrawal-cells.tsx');

/** The dialog that deletes the marked requests. */
export async function loadBulkDelete(): Promise<ComponentType<DeletionProps>> {
  return (await import('./bulk/bulk-delete-dialog.tsx')).BulkDeleteDialog;
}
