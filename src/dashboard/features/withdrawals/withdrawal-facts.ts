import { queryOptions } from '@tanstack/react-query';
import pLimit from 'p-limit';
import type { ReadRow } from '#contract/read-answer.ts';
import type { Transaction } from '#contract/wallet-service/transactions.ts';
import { getWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import type { WithdrawalDetail } from '#contract/wallet-service/withdrawals.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { isShortened, wholeOf } from '#dashboard/lib/shortened-address.ts';
import { readWithdrawal } from './read-withdrawal.ts';
import { findTransactionsWithHash } from '#dashboard/entities/transactions/transaction-search.ts';

type Sides = Partial<Pick<WithdrawalDetail, 'sender_wallet' | 'recipient_wallet'>>;
type Row = Partial<WithdrawalDetail> & { request_id: string };

const sides = ['sender_wallet', 'recipient_wallet'] as const;

/** The addresses of a request, those that its provider shortened completed by other records of the same payment. */
export function completeSides(
  request: Sides,
  detail: Sides | undefined,
  transactions: readonly ReadRow<Transaction>[] = [],
): Sides {
  const ofTransactions = transactions.flatMap(({ value }) => [value.sender_wallet, value.recipient_wallet]);
  const whole = (side: (typeof sides)[number]) => {
    const address = request[side];
    return isShortened(address)
      ? (wholeOf(address, [detail?.[side], ...ofTransactions]) ?? address)
      : address;
  };
  const [sender, recipient] = sides.map(whole);
  return {
    ...(sender !== undefined && { sender_wallet: sender }),
    ...(recipient !== undefined && { recipient_wallet: recipient }),
  };
}

/** So many at once, so that a page of rows does not flood a provider. */
const taking = pLimit(3);

/** What never changes of a request and its row in a list may lack: read of its detail, and of its transaction. */
export const withdrawalFacts = (row: Row, mayReadTransactions: boolean) =>
  queryOptions({
    queryKey: keyOf(getWithdrawalRequest, { facts: row.request_id, hash: row.hash, mayReadTransactions }),
    queryFn: ({ client, signal }) =>
      taking(async () => {
        const lookup = await readWithdrawal(row.request_id, { client, signal });
        const detail = lookup.state === 'found' ? lookup.value.value : undefined;
        let whole = completeSides(row, detail);
        if (row.hash && mayReadTransactions && sides.some((side) => isShortened(whole[side]))) {
          const { rows } = await findTransactionsWithHash(row.hash, { client, signal });
          whole = completeSides(whole, undefined, rows);
        }
        return { fee_included: detail?.fee_included, ...whole };
      }),
    staleTime: 'static',
  });
