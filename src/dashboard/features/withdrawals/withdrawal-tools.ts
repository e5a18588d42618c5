import type { Creation } from '../../list/create-row.tsx';
import type { Deletion } from '../../list/delete-selected.tsx';
import { importWithdrawalsPath, newWithdrawalPath } from './withdrawal-paths.ts';

// Loaded beside the rows: what their page itself loads, it has to name with all that it needs.

export { WithdrawalFilters } from './withdrawal-filters.tsx';

/** What a row does not say is computed, or read, with these. */
export const loadCells = () => import('./withdrawal-cells.tsx');

export const creation: Creation = {
  permission: 'withdrawals:write',
  path: newWithdrawalPath,
  label: 'New withdrawal',
  fromFile: { path: importWithdrawalsPath, label: 'From a file' },
};

export const deletion: Deletion = {
  permission: 'withdrawals:write',
  load: async () => (await import('./bulk/bulk-delete-dialog.tsx')).BulkDeleteDialog,
};
