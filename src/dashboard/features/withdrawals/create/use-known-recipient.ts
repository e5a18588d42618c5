import { useQuery, useQueryClient } from '@tanstack/react-query';
import { beginningOf, isSameAddress, lookAlikesOf } from '#domain/look-alike.ts';
import type { Network } from '#domain/networks.ts';
import { type BookLookup, bookQueries } from '#dashboard/entities/address-book/address-book.queries.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { type KnownAddress, type PaidBefore, paidBefore } from './recipient.queries.ts';
import { type OwnWallet, ownWallets } from './source.queries.ts';

/** What the account knows of the address that is to be paid. */
export type KnownRecipient = {
  /** The name of the account's own wallet that it is. */
  ownName: string | undefined;
  /** What the address book says of it; undefined while or where that cannot be read. */
  book: BookLookup | undefined;
  history: PaidBefore | undefined;
  /** Known addresses that are easily taken for it. */
  lookAlikes: KnownAddress[];
  /** Neither own, nor in the book, nor known to have been paid: what was entered has to be proved. */
  isNew: boolean;
  /** Why something could not be found out. */
  error: Error | null;
  /** The permission that the key lacks to read what was paid before. */
  missing: string | undefined;
  isLooking: boolean;
  lookAgain: () => void;
  /** Waits until it is known, as far as it can be found out, what stands against paying it. */
  findObjections: () => Promise<{ refusal: string | undefined; hasLookAlikes: boolean }>;
};

/** `address`: whole and valid on the network; empty while there is none. */
export function useKnownRecipient(network: Network, address: string): KnownRecipient {
  const queryClient = useQueryClient();
  const mayReadTransactions = usePermission('transactions:read').allowed;
  const mayReadWithdrawals = usePermission('withdrawals:read').allowed;
  const mayReadWallets = usePermission('wallets:read').allowed;
  const isWhole = address !== '';
  const ask = {
    history: paidBefore(address, { mayReadTransactions, mayReadWithdrawals }),
    book: bookQueries.lookup(network, address),
    alike: bookQueries.search(beginningOf(address)),
  };
  const history = useQuery({ ...ask.history, enabled: isWhole });
  const book = useQuery({ ...ask.book, enabled: isWhole && mayReadWithdrawals });
  const alike = useQuery({ ...ask.alike, enabled: isWhole && mayReadWithdrawals });
  const wallets = useQuery({ ...ownWallets, enabled: mayReadWallets });
  const ownName = wallets.data?.find((wallet) => isSameAddress(wallet.address, address))?.name;
  const isKnown = ownName !== undefined || Boolean(book.data?.entry) || (history.data?.times ?? 0) > 0;
  return {
    ownName,
    book: book.data,
    history: history.data,
    lookAlikes: findLookAlikes(address, wallets.data, alike.data, history.data),
    isNew: !isKnown,
    error: history.error ?? book.error ?? alike.error ?? wallets.error,
    missing: mayReadTransactions ? undefined : 'transactions:read',
    isLooking: [history, book, alike].some(({ isFetching }) => isFetching) || wallets.isLoading,
    lookAgain: () =>
      void Promise.all([
        history.refetch(),
        wallets.refetch(),
        ...(mayReadWithdrawals ? [book.refetch(), alike.refetch()] : []),
      ]),
    findObjections: async () => {
      // What cannot be found out is said beside the recipient, and asks for more proof.
      const [past, lookup, entries, own] = await Promise.all([
        queryClient.fetchQuery(ask.history).catch(nothing),
        mayReadWithdrawals ? queryClient.fetchQuery(ask.book).catch(nothing) : undefined,
        mayReadWithdrawals ? queryClient.fetchQuery(ask.alike).catch(nothing) : undefined,
        mayReadWallets ? queryClient.fetchQuery(ownWallets).catch(nothing) : undefined,
      ]);
      return {
        refusal: lookup?.refusal ?? undefined,
        hasLookAlikes: findLookAlikes(address, own, entries, past).length > 0,
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
