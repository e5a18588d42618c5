import { Address } from '#dashboard/ui/address.tsx';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { listWallets, type Wallet } from '#contract/wallet-service/wallets.ts';
import type { ReadList, ReadRow } from '#contract/read-answer.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { call } from '#dashboard/api/client.ts';
import { entryKey } from '#dashboard/entities/address-book/book-paths.ts';

/** The name of each of the account's own wallets, by its address. */
type WalletNames = ReadonlyMap<string, string>;

export const walletNames = queryOptions({
  queryKey: keyOf(listWallets, { part: 'names' }),
  queryFn: ({ signal }) => fetchWalletNames(signal),
  staleTime: 60_000,
});

/** The names of address book entries, by `entryKey`. Kept apart: an entry is for one network. */
const bookNames = queryOptions({
  queryKey: keyOf({ id: 'listBookEntries' }, { part: 'names' }),
  queryFn: async ({ signal }): Promise<WalletNames> => {
    // Names are an addition: no list waits for the address book's code to open.
    const { listBook } = await import('#dashboard/entities/address-book/address-book.queries.ts');
    return new Map((await listBook({}, signal)).map((entry) => [entryKey(entry), entry.name]));
  },
  staleTime: 60_000,
});

const none: WalletNames = new Map();

const NamesContext = createContext({ wallets: none, book: none });

type Props = {
  /** Names load after the page's own content, because they are only an addition. */
  isWanted: boolean;
  children: ReactNode;
};

/** Provides the names of the account's wallets and address book entries, as soon as they are known. */
export function WalletNamesProvider({ isWanted, children }: Props) {
  const mayRead = usePermission('wallets:read').allowed;
  const mayReadBook = usePermission('withdrawals:read').allowed;
  const { data: wallets = none } = useQuery({ ...walletNames, enabled: isWanted && mayRead });
  const { data: book = none } = useQuery({ ...bookNames, enabled: isWanted && mayReadBook });
  const names = useMemo(() => ({ wallets, book }), [wallets, book]);
  return <NamesContext value={names}>{children}</NamesContext>;
}

/** The names of the account's wallets alone, by address. */
export function useWalletNames(): WalletNames {
  return useContext(NamesContext).wallets;
}

type FindName = (address: string | undefined, network: string | undefined) => string | undefined;

/** Returns what finds the name of one of the account's wallets or, on this network, of an address book entry. */
export function useFindName(): FindName {
  const { wallets, book } = useContext(NamesContext);
  return (address, network) => {
    if (address === undefined) return undefined;
    return wallets.get(address) ?? book.get(entryKey({ network: network?.toLowerCase() ?? '', address }));
  };
}

/** The name of one of the account's wallets or, on this network, of an address book entry. */
export function useAddressName(address: string | undefined, network: string | undefined): string | undefined {
  return useFindName()(address, network);
}

type PartyProps = { address: string | undefined; network: string | undefined };

/** The sender or the recipient: by name if it is a wallet or in the address book, otherwise by address. */
export function Party({ address, network }: PartyProps) {
  const name = useAddressName(address, network);
  return <Address value={address} network={network} kind="address" name={name} />;
}

async function fetchWalletNames(signal: AbortSignal): Promise<WalletNames> {
  const { rows } = await fetchAllWallets(fetchWalletPage(signal), () => undefined);
  return new Map(
    rows.flatMap(({ value: { address, name } }) =>
      address === undefined || name === undefined ? [] : [[address, name]],
    ),
  );
}

type WalletPage = Pick<ReadList<Wallet>, 'stated' | 'rows' | 'step' | 'otherRows'>;

type WalletsReading = {
  /** Each wallet once. */
  rows: ReadRow<Wallet>[];
  /** How many there are, as the last page says; null where the provider doesn't say it. */
  count: number | null;
  /** Whether every page gave the same number, and so many different wallets were read: else some may be missing. */
  isSteady: boolean;
};

export type ReadingProgress = { read: number; count: number | null };

/** The most that the interface allows. */
const pageSize = 300;

/**
 * Reads every wallet of the account, page by page, one after the other. A wallet that is created or deleted in the
 * meantime shifts the pages behind it: one may then be seen twice or not at all, and the reading is not steady.
 */
export async function fetchAllWallets(
  fetchPage: (offset: number, limit: number) => Promise<WalletPage>,
  onProgress: (progress: ReadingProgress) => void,
): Promise<WalletsReading> {
  const rows = new Map<string, ReadRow<Wallet>>();
  const counts = new Set<number | null>();
  let seen = 0;
  let others = 0;
  for (;;) {
    const page = await fetchPage(seen, pageSize);
    const before = rows.size;
    counts.add(page.stated);
    for (const row of page.rows) rows.set(identityOf(row, seen + rows.size), row);
    seen += page.step;
    others += page.otherRows;
    onProgress({ read: rows.size, count: page.stated });
    // A page without a new wallet ends it too: the provider has no more, or returns the same ones forever.
    if (rows.size === before || (page.stated !== null && seen >= page.stated)) {
      return {
        rows: [...rows.values()],
        count: page.stated,
        isSteady: counts.size === 1 && (rows.size === page.stated || rows.size + others === page.stated),
      };
    }
  }
}

/** Fetches one page from the service. */
export function fetchWalletPage(signal: AbortSignal) {
  return (offset: number, limit: number): Promise<WalletPage> =>
    call(listWallets, { query: { offset, limit } }, signal);
}

/** EVM networks share addresses, so that an address alone is not one wallet with every provider. */
function identityOf({ value }: ReadRow<Wallet>, fallback: number): string {
  return value.address === undefined
    ? `unreadable ${fallback}`
    : JSON.stringify([value.network ?? null, value.address]);
}
