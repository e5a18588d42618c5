import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { listTransactions } from '#contract/wallet-service/transactions.ts';
import { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';
import { isPositive } from '#domain/decimal.ts';
import { beginningOf, isSameAddress, lookAlikesOf } from '#domain/look-alike.ts';
import { parseTimestamp } from '#domain/time.ts';
import type { Network } from '#domain/networks.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { call } from '#dashboard/api/client.ts';
import { formOf } from '#dashboard/lib/explorers.ts';
import { isShortened, wholeOf } from '#dashboard/lib/shortened-address.ts';
import { findTransactions } from '#dashboard/entities/transactions/transaction-search.ts';
import { type BookLookup, bookQueries } from '#dashboard/entities/address-book/address-book.queries.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { knownWallets } from '#dashboard/entities/wallets/known-wallets.queries.ts';
import { type OwnWallet, ownWalletsOf } from './source.queries.ts';

/** A known address, and where it is known from. */
export type KnownAddress = { address: string; as: string };

/** What the account's history says about an address. */
export type PaidBefore = {
  /** How often it is known to have been paid. */
  times: number;
  /** Why there may be other payments to it, as a sentence; null where these are proved to be all. */
  missing: string | null;
  /** The last payment, as the service writes it. */
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
  missing: 'You need the transactions:read permission.',
  lastAt: undefined,
};

/** Completed payments to the address. Payments of zero can be made in anyone's name, and prove nothing. */
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

const shortened = 'This provider shortens addresses, so earlier payments may include this one.';

function mayBe(recipient: string, address: string): boolean {
  return isShortened(recipient) && wholeOf(recipient, [address]) !== undefined;
}

function compareTimes(a: string, b: string): number {
  const [first = '', second = ''] = [parseTimestamp(a)?.instant, parseTimestamp(b)?.instant];
  return first < second ? -1 : Number(first > second);
}

function isWhole(text: string | undefined): text is string {
  return text !== undefined && formOf(text) === 'whole';
}

/** What the account knows of the address that is to be paid. */
export type KnownRecipient = {
  /** The name of the account's own wallet that it is. */
  ownName: string | undefined;
  /** What the address book says about it; undefined while or where that cannot be read. */
  book: BookLookup | undefined;
  history: PaidBefore | undefined;
  /** Known addresses that look like it. */
  lookAlikes: KnownAddress[];
  /**
   * Neither one of the account’s wallets, nor in the book, nor known to have been paid: the user must confirm the
   * address.
   */
  isNew: boolean;
  /** Why something could not be found out. */
  error: Error | null;
  /** The permission that the key lacks to read what was paid before. */
  missing: string | undefined;
  isLooking: boolean;
  lookAgain: () => void;
  /** Waits until the reasons against paying it are known, as far as they can be found out. */
  findObjections: () => Promise<{ refusal: string | undefined; hasLookAlikes: boolean }>;
};

/** `address`: complete and valid on the network; empty if there is none yet. */
export function useKnownRecipient(network: Network, address: string): KnownRecipient {
  const queryClient = useQueryClient();
  const mayReadTransactions = usePermission('transactions:read').allowed;
  const mayReadWithdrawals = usePermission('withdrawals:read').allowed;
  const mayReadWallets = usePermission('wallets:read', { needs: 'listWallets' }).allowed;
  const isEntered = address !== '';
  const ask = {
    history: paidBefore(address, { mayReadTransactions, mayReadWithdrawals }),
    book: bookQueries.lookup(network, address),
    alike: bookQueries.search(beginningOf(address)),
    wallets: knownWallets({ addresses: [address], beginnings: [beginningOf(address)] }),
  };
  const history = useQuery({ ...ask.history, enabled: isEntered });
  const book = useQuery({ ...ask.book, enabled: isEntered && mayReadWithdrawals });
  const alike = useQuery({ ...ask.alike, enabled: isEntered && mayReadWithdrawals });
  const wallets = useQuery({ ...ask.wallets, enabled: isEntered && mayReadWallets });
  const own = wallets.data && ownWalletsOf(wallets.data.wallets);
  const ownName = own?.find((wallet) => isSameAddress(wallet.address, address))?.name;
  const isKnown = ownName !== undefined || Boolean(book.data?.entry) || (history.data?.times ?? 0) > 0;
  return {
    ownName,
    book: book.data,
    history: history.data,
    lookAlikes: findLookAlikes(address, own, alike.data, history.data),
    isNew: !isKnown,
    error: history.error ?? book.error ?? alike.error ?? wallets.error,
    missing: mayReadTransactions ? undefined : 'transactions:read',
    isLooking: [history, book, alike].some(({ isFetching }) => isFetching) || wallets.isLoading,
    lookAgain: () =>
      void Promise.all([
        history.refetch(),
        ...(mayReadWallets ? [wallets.refetch()] : []),
        ...(mayReadWithdrawals ? [book.refetch(), alike.refetch()] : []),
      ]),
    findObjections: async () => {
      // What cannot be found out is said beside the recipient, and asks for more proof.
      const [past, lookup, entries, known] = await Promise.all([
        queryClient.fetchQuery(ask.history).catch(nothing),
        mayReadWithdrawals ? queryClient.fetchQuery(ask.book).catch(nothing) : undefined,
        mayReadWithdrawals ? queryClient.fetchQuery(ask.alike).catch(nothing) : undefined,
        mayReadWallets ? queryClient.fetchQuery(ask.wallets).catch(nothing) : undefined,
      ]);
      return {
        refusal: lookup?.refusal ?? undefined,
        hasLookAlikes:
          findLookAlikes(address, known && ownWalletsOf(known.wallets), entries, past).length > 0,
      };
    },
  };
}

const nothing = () => undefined;

function findLookAlikes(
  address: string,
  wallets: readonly OwnWallet[] = [],
  entries: readonly { address: string; name: string }[] = [],
  history?: PaidBefore,
): KnownAddress[] {
  return lookAlikesOf(address, [
    ...wallets.map((wallet) => ({ address: wallet.address, as: `Your wallet “${wallet.name}”` })),
    ...entries.map((entry) => ({ address: entry.address, as: `“${entry.name}” in the address book` })),
    ...(history?.lookAlikes ?? []),
  ]);
}
