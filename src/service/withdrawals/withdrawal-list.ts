import { sql } from 'kysely';
import type { WithdrawalRequestsTable } from '#database/history-tables.ts';
import { ZERO } from '#domain/decimal.ts';
import { defineList, sumOfColumn } from '../lists/list.ts';

/** A deleted request leaves the list. */
export const withdrawalList = defineList<WithdrawalRequestsTable>()({
  table: 'withdrawal_requests',
  id: 'request_id',
  idPrefix: 'wd',
  counts: 'withdrawal_counts',
  dimensions: ['network', 'currency', 'status'],
  sums: [
    sumOfColumn('amount'),
    sumOfColumn('fee'),
    // Fees on top of the amount. From the three follows what is debited and what recipients get.
    {
      column: 'added_fee',
      of: ({ fee, fee_included: isIncluded }) => (isIncluded ? ZERO : fee),
      ofRecord: sql`case when record.fee_included then 0 else record.fee end`,
    },
  ],
  removedBy: 'deleted_at',
});
