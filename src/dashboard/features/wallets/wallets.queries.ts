import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { openSets } from '#contract/fields.ts';
import type { ReadList, ReadRow } from '#contract/read-answer.ts';
import { listWallets, type Wallet } from '#contract/wallet-service/wallets.ts';
import type { WalletNetwork } from '#domain/networks.ts';
import { pagesKey } from '#dashboard/list/list-rows.queries.ts';
import { getWalletLedger, type WalletLedger } from '#contract/gateway/ledger-balances.ts';
import { readWalletNotes } from '#contract/gateway/wallet-notes.ts';
import { keyOf, queryOf } from '#dashboard/api/queries.ts';
import type { ListSource } from '#dashboard/api/list-source.ts';
import { call } from '#dashboard/api/client.ts';
import { type Lookup, type Shown, shownOf } from '#dashboard/api/lookup.ts';
import { countedRows, requireCount } from '#dashboard/lib/unproved.ts';
import { isOwnService } from '#dashboard/session/session.queries.ts';
import {
  type KnownWallet,
  knownWallets,
  notAllWallets,
} from '#dashboard/entities/wallets/known-wallets.queries.ts';

export type WalletRow = ReadRow<Wallet>;

const schema = openSets(listWallets.query);

/** Every wallet of the account. Providers know types and networks that we do not, and those stay filterable. */
export const wallets: ListSource<typeof schema, Wallet> = {
  name: 'wallets',
  operation: listWallets,
  schema,
  read: (query, signal) => call(listWallets, { query }, signal),
  rowId: ({ value }) => value.address,
};

/** The query key of one wallet. */
export const walletKey = (address: string) => keyOf(listWallets, { row: address });

export const walletQueries = {
  /** One wallet: the interface has no operation for it, and a provider may not know the filter of its list. */
  detail: (queryClient: QueryClient, address: string) =>
    queryOptions({
      queryKey: walletKey(address),
      queryFn: async ({ client, signal }): Promise<Shown<WalletRow>> => {
        const lookup = await lookUpWallet(client, address, signal);
        const before = client.getQueryData<Shown<WalletRow>>(walletKey(address))?.row;
        return shownOf(lookup, before ?? listedWallet(client, address));
      },
      // A row that is in a list already is shown at once.
      initialData: (): Shown<WalletRow> | undefined => {
        const row = listedWallet(queryClient, address);
        return row && { lookup: { state: 'found', value: row }, row };
      },
      initialDataUpdatedAt: 0,
    }),

  /** How many wallets the account has on a network. Fails where the provider can't tell. */
  used: (network: WalletNetwork) =>
    queryOptions({
      queryKey: keyOf(listWallets, { used: network }),
      queryFn: async ({ signal }): Promise<number> =>
        requireCount(await call(listWallets, { query: { network, limit: countedRows } }, signal)),
    }),
};

/** What the account has noted about a wallet, and when it was created. */
export const walletNotesQuery = (address: string) => queryOf(readWalletNotes, { query: { address } });

/** What made the balances of a wallet, by currency; null where the wallet service does not provide its ledger. */
export const walletLedger = (address: string) =>
  queryOptions({
    queryKey: keyOf(getWalletLedger, { address }),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, WalletLedger> | null> => {
      const { currencies } = await call(getWalletLedger, { query: { address } }, signal);
      return currencies && new Map(currencies.map((one) => [one.currency, one]));
    },
  });

/** With a remote provider, the gateway reads all wallets to prove that none has the address. Throws ApiError. */
async function lookUpWallet(
  client: QueryClient,
  address: string,
  signal: AbortSignal,
): Promise<Lookup<WalletRow>> {
  const isWanted = ({ value }: WalletRow) => value.address === address;
  const page = await call(listWallets, { query: { address, limit: countedRows } }, signal);
  const row = page.rows.find(isWanted);
  if (row !== undefined) return { state: 'found', value: row };
  if (isOwnService(client)) return { state: 'absent' };
  const known = await client.fetchQuery({ ...knownWallets({ addresses: [address] }), staleTime: 0 });
  const found = known.wallets.find((candidate) => candidate.address === address);
  if (found !== undefined) return { state: 'found', value: asRow(found) };
  return known.areAll ? { state: 'absent' } : { state: 'unknown', reason: notAllWallets };
}

function asRow(known: KnownWallet): WalletRow {
  const { name, type, network, status, balances } = known;
  const isWhole =
    name !== undefined &&
    type !== undefined &&
    network !== undefined &&
    status !== undefined &&
    balances !== undefined;
  if (isWhole) return { isWhole, value: { ...known, name, type, network, status, balances }, problems: [] };
  const missing = Object.entries({ name, type, network, status, balances }).filter(
    ([, value]) => value === undefined,
  );
  return { isWhole, value: known, problems: missing.map(([field]) => `${field} cannot be read`) };
}

function listedWallet(queryClient: QueryClient, address: string): WalletRow | undefined {
  for (const [, page] of queryClient.getQueriesData<ReadList<Wallet>>({ queryKey: pagesKey(wallets) })) {
    const row = page?.rows.find((candidate) => candidate.value.address === address);
    if (row !== undefined) return row;
  }
  return undefined;
}
