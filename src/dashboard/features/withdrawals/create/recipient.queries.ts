import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { listTransactions } from '#contract/wallet-service/transactions.ts';
import { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';
import { isPositive } from '#domain/decimal.ts';
import { beginningOf, isSameAddress, lookAlikesOf } from '#domain/look-alike.ts';
import { readTimestamp } from '#domain/time.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { call } from '#dashboard/api/client.ts';
import { formOf } from '#dashboard/lib/explorers.ts';
import { isShortened, wholeOf } from '#dashboard/lib/shortened-address.ts';
import { findTransactions } from '#dashboard/entities/transactions/transaction-search.ts';

/** An address that the account knows, and what it knows it as. */
export type KnownAddress = { address: string; as: string };

/** What the account's history says of an address. */
export type PaidBefore = {
  /** How often it is known to have been paid. */
  times: number;
  /** Why there may be other payments to it, as a sentence; null where these are proved to be all. */
  missing: string | null;
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
    queryKey: keyOf([listTransactions, listWithdrawalRequests], {
      paidBefore: address,
      mayReadTransactions,
      mayReadWithdrawals,
    }),
    queryFn: async ({ client, signal }): Promise<PaidBefore> => {
      const [payments, alike, requests] = await Promise.all([
        mayReadTransactions ? findPayments(address, { client, signal }) : noPayments,
        mayReadTransactions
          ? call(listTransactions, { query: { search: beginningOf(address), limit: page } }, signal)
          : none,
        mayReadWithdrawals ? call(listWithdrawalRequests, { query: { limit: page } }, signal) : none,
      ]);
      const known: KnownAddress[] = [
        ...requests.rows.map(({ value }) => ({
          address: value.recipient_wallet ?? '',
          as: 'Recipient of an earlier withdrawal',
        })),
        ...alike.rows.flatMap(({ value }) => [
          { address: value.recipient_wallet ?? '', as: 'Recipient of an earlier transaction' },
          { address: value.sender_wallet ?? '', as: 'Sender of an earlier transaction' },
        ]),
      ];
      return {
        ...payments,
        lookAlikes: lookAlikesOf(
          address,
          known.filter((one) => isWhole(one.address)),
        ),
      };
    },
    staleTime: 30_000,
  });

const none = { rows: [] };

type Payments = Pick<PaidBefore, 'times' | 'missing' | 'lastAt'>;

const noPayments: Payments = {
  times: 0,
  missing: 'The API key lacks the permission transactions:read.',
  lastAt: undefined,
};

/** Completed payments to the address. Payments of nothing can be made in anybody's name, and prove nothing. */
async function findPayments(
  address: string,
  context: { client: QueryClient; signal: AbortSignal },
): Promise<Payments> {
  const { rows, missing } = await findTransactions(
    {
      value: address,
      field: 'recipient_wallet',
      fixed: { direction: 'out' },
      isWanted: ({ direction, status, amount, recipient_wallet: recipient = '' }) =>
        direction !== 'in' &&
        status === 'completed' &&
        amount !== undefined &&
        isPositive(amount) &&
        (isSameAddress(recipient, address) || mayBe(recipient, address)),
    },
    context,
  );
  const paid = rows.filter(({ value }) => isSameAddress(value.recipient_wallet ?? '', address));
  const unclear = rows.length - paid.length;
  const times = paid.flatMap(({ value }) => value.created_at ?? []);
  return {
    times: paid.length,
    missing: missing ?? (unclear === 0 ? null : shortened),
    lastAt: times.toSorted((a, b) => compareTimes(b, a)).at(0),
  };
}

const shortened = 'This provider shortens addresses, and some of its payments may be to this one.';

function mayBe(recipient: string, address: string): boolean {
  return isShortened(recipient) && wholeOf(recipient, [address]) !== undefined;
}

function compareTimes(a: string, b: string): number {
  const [first = '', second = ''] = [readTimestamp(a)?.instant, readTimestamp(b)?.instant];
  return first < second ? -1 : Number(first > second);
}

function isWhole(text: string | undefined): text is string {
  return text !== undefined && formOf(text) === 'whole';
}
