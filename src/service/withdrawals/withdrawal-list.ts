import { sql } from 'kysely';
import type { WithdrawalRequestsTable } from '#database/history-tables.ts';
import { ZERO } from '#domain/decimal.ts';
import { defineList, sumOfColumn } from '../lists/list.ts';

/** A deleted request leaves the list. */
export const withdrawalList = defineList<WithdrawalRequestsTable>()({
  table: 'withdrawal_requests',
  columns: {
    request_id: 'text',
    account_id: 'text',
    external_id: 'text',
    amount: 'numeric',
    fee: 'numeric',
    fee_included: 'boolean',
    currency: 'text',
    network: 'text',
    sender: 'text',
    sender_wallet: 'text',
    recipient_wallet: 'text',
    comment: 'text',
    status: 'text',
    transaction_status: 'text',
    hash: 'text',
    transaction_id: 'text',
    reason: 'text',
    reason_code: 'text',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
    deleted_at: 'timestamptz',
    next_step_at: 'timestamptz',
  },
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
