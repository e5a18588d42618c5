import { queryOptions } from '@tanstack/react-query';
import { listTransactions } from '#contract/wallet-service/transactions.ts';
import { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';
import { isPositive } from '#domain/decimal.ts';
import { beginningOf, isSameAddress, lookAlikesOf } from '#domain/look-alike.ts';
import { call } from '../../../api/client.ts';
import { formOf } from '../../../lib/explorers.ts';

/** An address that the account knows, and what it knows it as. */
export type KnownAddress = { address: string; as: string };

/** What the account's history says of an address. */
export type PaidBefore = {
  /** How often it was paid, as far as one page of history tells; `isAtLeast`: there may be more. */
  times: number;
  isAtLeast: boolean;
  /** When last, as the service writes it. */
  lastAt: string | undefined;
  /** Other addresses of the history that begin and end like this one. */
  lookAlikes: KnownAddress[];
};

type Asked = { mayReadTransactions: boolean; mayReadWithdrawals: boolean };

const page = 300;

/**
 * Whether an address was ever paid, and which addresses of the history look like it. The whole history of
 * transactions is searched; of requests that have no transaction yet, the latest.
 */
export const paidBefore = (address: string, { mayReadTransactions, mayReadWithdrawals }: Asked) =>
  queryOptions({
    // Below the withdrawals: one that is made now makes its recipient known.
    queryKey: ['withdrawals', 'paid before', address, mayReadTransactions, mayReadWithdrawals],
    queryFn: async ({ signal }): Promise<PaidBefore> => {
      const find = async (search: string, direction?: 'out') =>
        mayReadTransactions
          ? (await call(listTransactions, { query: { search, direction, limit: page } }, signal)).rows
          : [];
      const [payments, alike, requests] = await Promise.all([
        find(address, 'out'),
        find(beginningOf(address)),
        mayReadWithdrawals
          ? call(listWithdrawalRequests, { query: { limit: page } }, signal).then(({ rows }) => rows)
          : [],
      ]);
      const paid = payments
        .map(({ value }) => value)
        .filter(
          ({ recipient_wallet: recipient, amount, status }) =>
            // Payments of nothing can be made in anybody's name, and prove nothing.
            isWhole(recipient) &&
            isSameAddress(recipient, address) &&
            amount !== undefined &&
            isPositive(amount) &&
            status === 'completed',
        );
      const known: KnownAddress[] = [
        ...requests.map(({ value }) => ({
          address: value.recipient_wallet ?? '',
          as: 'Recipient of an earlier withdrawal',
        })),
        ...alike.flatMap(({ value }) => [
          { address: value.recipient_wallet ?? '', as: 'Recipient of an earlier transaction' },
          { address: value.sender_wallet ?? '', as: 'Sender of an earlier transaction' },
        ]),
      ];
      return {
        times: paid.length,
        isAtLeast: payments.length === page,
        lastAt: paid[0]?.created_at,
        lookAlikes: lookAlikesOf(
          address,
          known.filter((one) => isWhole(one.address)),
        ),
      };
    },
    staleTime: 30_000,
  });

function isWhole(text: string | undefined): text is string {
  return text !== undefined && formOf(text) === 'whole';
}
