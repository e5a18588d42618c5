import { openSets } from '#contract/fields.ts';
import {
  listWithdrawalRequests,
  type WithdrawalDetail,
  withdrawalDetail,
} from '#contract/wallet-service/withdrawals.ts';
import { lastMomentOfMillisecond, parseTimestamp } from '#domain/time.ts';
import type { ListSource } from '#dashboard/api/list-source.ts';
import { call } from '#dashboard/api/client.ts';

const schema = openSets(listWithdrawalRequests.query);

// Some providers' rows say what is published for the detail only.
const list = {
  ...listWithdrawalRequests,
  rows: { ...listWithdrawalRequests.rows, schema: withdrawalDetail },
} as const;

/** Every withdrawal request of the account. Rows say who pays the fee only if the provider's list does. */
export const withdrawals: ListSource<typeof schema, WithdrawalDetail> = {
  name: 'withdrawals',
  operation: listWithdrawalRequests,
  schema,
  read: (query, signal) => call(list, { query }, signal),
  rowId: ({ value }) => value.request_id,
  // Published to the millisecond, and kept more exactly: the row belongs to all of it.
  createdAt: ({ value }) => {
    const created = parseTimestamp(value.created_at ?? '');
    return created && lastMomentOfMillisecond(created.instant);
  },
};
