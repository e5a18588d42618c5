import {
  createBookEntry,
  deleteBookEntry,
  findBookEntry,
  replaceBookEntry,
} from '#contract/gateway/address-book.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { keyOf } from '#dashboard/api/queries.ts';

// The dialog of an entry is on its way out, and the entry has another address or is gone.
const lookups = () => keyOf(findBookEntry);

export const useCreateEntry = () => useChange(createBookEntry, lookups);
export const useReplaceEntry = () => useChange(replaceBookEntry, lookups);
export const useDeleteEntry = () => useChange(deleteBookEntry, lookups);
