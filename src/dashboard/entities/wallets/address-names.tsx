import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { findBookNames } from '#contract/gateway/known-addresses.ts';
import { isPermitted, type Session } from '#contract/gateway/sessions.ts';
import { call } from '#dashboard/api/client.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { wantedParts } from '#dashboard/api/wanted-parts.ts';
import { entryKey } from '#dashboard/entities/address-book/book-paths.ts';
import { formOf } from '#dashboard/lib/explorers.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { knownWallets, type KnownWallets } from './known-wallets.queries.ts';

type Names = ReadonlyMap<string, string>;

/** The names of address book entries, by `entryKey`. Kept apart from wallets: an entry is for one network. */
function bookNames(wanted: readonly string[]) {
  const parts = wantedParts({ addresses: wanted });
  return queryOptions({
    queryKey: keyOf(findBookNames, { parts }),
    queryFn: async ({ signal }): Promise<Names> => {
      const found = await Promise.all(
        parts.map(async ({ addresses }) => call(findBookNames, { body: { addresses } }, signal)),
      );
      return new Map(found.flatMap(({ names }) => names.map((entry) => [entryKey(entry), entry.name])));
    },
    staleTime: 60_000,
  });
}

/** Those that can be looked up, the same for the same addresses in any order. */
function wantedAmong(addresses: readonly (string | undefined)[]): string[] {
  const known = addresses.filter((address) => address !== undefined);
  return [...new Set(known)].filter((address) => formOf(address) !== 'shortened').toSorted();
}

function namesOf(found: KnownWallets | undefined): Names {
  const named = found?.wallets.flatMap(({ address, name }) =>
    name === undefined ? [] : ([[address, name]] as const),
  );
  return new Map(named);
}

/**
 * Asks what `AddressNames` asks, for the loader of a page that our own service's console draws. Returns the names of the
 * account's own wallets, by their address.
 */
export async function prefetchNames(
  queryClient: QueryClient,
  session: Session,
  of: readonly (string | undefined)[],
): Promise<Names> {
  const addresses = wantedAmong(of);
  const wallets = knownWallets({ addresses });
  await Promise.all([
    isPermitted(session, 'wallets:read') && queryClient.prefetchQuery(wallets),
    isPermitted(session, 'withdrawals:read') && queryClient.prefetchQuery(bookNames(addresses)),
  ]);
  return namesOf(queryClient.getQueryData(wallets.queryKey));
}

type KnownNames = {
  /** The name of each of the account's own wallets, by its address. */
  wallets: Names;
  book: Names;
  /** False until it is known which of the addresses are wallets, as far as that can be known. */
  areWalletsKnown: boolean;
};

const none: Names = new Map();

const NamesContext = createContext<KnownNames>({ wallets: none, book: none, areWalletsKnown: true });

type Props = {
  /** The addresses that are shown within. */
  of: readonly (string | undefined)[];
  children: ReactNode;
};

/** Provides the names of those addresses that are the account's wallets or in its address book, as soon as they are known. */
export function AddressNames({ of, children }: Props) {
  const mayRead = usePermission('wallets:read', { needs: 'listWallets' }).allowed;
  const mayReadBook = usePermission('withdrawals:read').allowed;
  const wanted = wantedAmong(of);
  const isWanted = wanted.length > 0;
  // Names of rows that stay are shown on while those of new ones are looked up.
  const placeholderData = keepPreviousData;
  const found = useQuery({
    ...knownWallets({ addresses: wanted }),
    enabled: isWanted && mayRead,
    placeholderData,
  });
  const { data: book = none } = useQuery({
    ...bookNames(wanted),
    enabled: isWanted && mayReadBook,
    placeholderData,
  });
  const areWalletsKnown = !isWanted || !mayRead || !(found.isPending || found.isPlaceholderData);
  const wallets = useMemo(() => namesOf(found.data), [found.data]);
  const names = useMemo(() => ({ wallets, book, areWalletsKnown }), [wallets, book, areWalletsKnown]);
  return <NamesContext value={names}>{children}</NamesContext>;
}

/** Which of the addresses that are shown are the account's own wallets: their names by address. */
export function useOwnWallets(): Pick<KnownNames, 'wallets' | 'areWalletsKnown'> {
  return useContext(NamesContext);
}

/** The name of one of the account's own wallets or, on this network, of an address book entry. */
export function useAddressName(address: string | undefined, network: string | undefined): string | undefined {
  const { wallets, book } = useContext(NamesContext);
  if (address === undefined) return undefined;
  return wallets.get(address) ?? book.get(entryKey({ network: network?.toLowerCase() ?? '', address }));
}

type PartyProps = { address: string | undefined; network: string | undefined };

/** What the service calls the sender if no wallet pays. */
export const exchangeLabel = 'exchange';

/** The sender or the recipient: by name if it is a wallet or in the address book, otherwise by address. */
export function Party({ address, network }: PartyProps) {
  const name = useAddressName(address, network);
  if (address === exchangeLabel) return 'Exchange pool';
  return <Address value={address} network={network} kind="address" name={name} />;
}
