import * as z from 'zod/mini';
import { textAmount } from '../amounts.ts';
import { signedInFailures } from '../failures.ts';
import { operation } from '../operation.ts';

/** What a new withdrawal costs, and the smallest amount that can be asked for. Both in the withdrawn currency. */
const withdrawalFee = z.object({
  network: z.string(),
  currency: z.string(),
  fee: textAmount,
  minimum: textAmount,
});

export type WithdrawalFee = z.output<typeof withdrawalFee>;

/** The interface of wallet services has no such operation: only our own service returns its fees. */
export const listWithdrawalFees = operation({
  id: 'listWithdrawalFees',
  method: 'GET',
  path: '/console/withdrawal-fees',
  tag: 'Withdrawal',
  summary: 'The fees of new withdrawals, if the wallet service reports them',
  permission: null,
  query: z.strictObject({}),
  data: z.object({
    /** Null where the wallet service does not tell its fees; then a request's fee is known once it is made. */
    fees: z.nullable(z.array(withdrawalFee)),
  }),
  failures: signedInFailures,
});

export const feeOperations = [listWithdrawalFees] as const;
