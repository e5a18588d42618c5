import type { WithdrawalRequestsTable } from '#database/history-tables.ts';
import { defineList } from '../lists/list.ts';

/** A deleted request leaves the list. */
export const withdrawalList = defineList<WithdrawalRequestsTable>()({
  table: 'withdrawal_requests',
  id: 'request_id',
  idPrefix: 'wd',
  counts: 'withdrawal_counts',
  dimensions: ['network', 'currency', 'status'],
  removedBy: 'deleted_at',
});
