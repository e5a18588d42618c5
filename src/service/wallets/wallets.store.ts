import { type Kysely, sql } from 'kysely';
import type { WalletSums } from '#contract/gateway/wallet-sums.ts';
import type { QueryOf, RowOf } from '#contract/operation.ts';
import {
  defaultBalanceCurrency,
  type listWallets as listOperation,
  type Refund,
} from '#contract/wallet-service/wallets.ts';
import { type Decimal, ZERO } from '#domain/decimal.ts';
import { currenciesOf, type WalletNetwork, type WalletStatus } from '#domain/networks.ts';
import type { Instant } from '#domain/time.ts';
import type { WantedAddresses } from '#domain/wanted-addresses.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { isWanted } from '#database/wanted-addresses.ts';
import { storedAddress } from './wallet-address.ts';

type Query = QueryOf<typeof listOperation>;
type Row = RowOf<typeof listOperation>;
type FoundWallet = Omit<Row, 'network' | 'balances' | 'refund'> & { network: WalletNetwork };

/** One page of the account's wallets, and how many there are on all pages, as of one moment. */
export async function listWallets(
  db: Kysely<Tables>,
  accountId: string,
  query: Query,
): Promise<{ count: number; wallets: Row[] }> {
  return await asOfOneMoment(db, async (tx) => {
    const page = await findPage(tx, accountId, query);
    return { count: await countWallets(tx, accountId, query), wallets: await withFunds(tx, page) };
  });
}

/** The account's wallets that match any of what is wanted, as of one moment. */
export async function findWallets(
  db: Kysely<Tables>,
  accountId: string,
  { addresses, ...wanted }: WantedAddresses,
): Promise<Row[]> {
  return await asOfOneMoment(db, async (tx) => {
    const found = await accountWallets(tx, accountId)
      .where(
        isWanted(
          { addresses: addresses.map(storedAddress), ...wanted },
          (names) => sql`lower(name) in (select lower(wanted) from unnest(${names}::text[]) as wanted)`,
        ),
      )
      .select(listedColumns)
      .execute();
    return await withFunds(tx, found);
  });
}

/** What all wallets of the account have available, as of one moment: every currency of a network, zero included. */
export async function sumWallets(db: Kysely<Tables>, accountId: string): Promise<WalletSums> {
  return await asOfOneMoment(db, async (tx) => {
    const groups = await accountWallets(tx, accountId)
      .select((e) => ['type', 'network', e.fn.countAll<number>().as('wallets')])
      .groupBy(['type', 'network'])
      .orderBy('type')
      .orderBy('network')
      .execute();
    const held = await accountWallets(tx, accountId)
      .innerJoin('ledger_accounts as held', 'held.wallet_address', 'wallets.address')
      .where('held.kind', '=', 'wallet')
      .select(['wallets.type', 'wallets.network', 'held.currency', sql<Decimal>`sum(held.balance)`.as('sum')])
      .groupBy(['wallets.type', 'wallets.network', 'held.currency'])
      .execute();
    const sums = new Map(held.map((row) => [sumKey(row.type, row.network, row.currency), row.sum]));
    return {
      wallets: groups.reduce((sum, { wallets }) => sum + wallets, 0),
      lines: groups.flatMap(({ type, network, wallets }) =>
        currenciesOf(network).map((currency) => {
          const available = sums.get(sumKey(type, network, currency)) ?? ZERO;
          return { type, network, currency, wallets, available };
        }),
      ),
      unreadable: [],
    };
  });
}

function sumKey(type: string, network: string, currency: string): string {
  return JSON.stringify([type, network, currency]);
}

async function asOfOneMoment<T>(db: Kysely<Tables>, read: (tx: Kysely<Tables>) => Promise<T>): Promise<T> {
  return await inTransaction(db, read, { isolationLevel: 'repeatable read' });
}

async function withFunds(db: Kysely<Tables>, wallets: readonly FoundWallet[]): Promise<Row[]> {
  const addresses = wallets.map(({ address }) => address);
  const balances = await balancesOf(db, addresses);
  const refunds = await refundsOf(db, addresses);
  return wallets.map(({ address, name, type, network, status }) => ({
    address,
    name,
    type,
    network,
    status,
    balances: completeBalances(network, balances.get(address)),
    refund: refunds.get(address),
  }));
}

const listedColumns = ['address', 'name', 'type', 'network', 'status'] as const;

function accountWallets(db: Kysely<Tables>, accountId: string) {
  return db
    .selectFrom('wallets')
    .where('wallets.account_id', '=', accountId)
    .where('wallets.deleted_at', 'is', null);
}

function filteredWallets(db: Kysely<Tables>, accountId: string, query: Query) {
  const { search, address, type, network, status, currency } = query;
  let wallets = accountWallets(db, accountId);
  if (address !== undefined) wallets = wallets.where('address', '=', storedAddress(address));
  if (type !== undefined) wallets = wallets.where('type', '=', type);
  if (network !== undefined) wallets = wallets.where('network', '=', network);
  if (status !== undefined) wallets = wallets.where('status', '=', status);
  if (search !== undefined) {
    // No name has a line break, so that no match runs from one column into the other.
    wallets = wallets.where(sql<boolean>`position(lower(${search}) in lower(name || E'\n' || address)) > 0`);
  }
  if (currency !== undefined) wallets = wallets.where(balanceIn(currency), '>', ZERO);
  return wallets;
}

/** What can be spent of a currency in the wallet of the row. An account has too few wallets for an index of balances. */
function balanceIn(currency: string) {
  return sql<Decimal>`coalesce((
    select balance from ledger_accounts
    where wallet_address = wallets.address and kind = 'wallet' and currency = upper(${currency})
  ), 0)`;
}

async function countWallets(db: Kysely<Tables>, accountId: string, query: Query): Promise<number> {
  const row = await filteredWallets(db, accountId, query)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

async function findPage(db: Kysely<Tables>, accountId: string, query: Query): Promise<FoundWallet[]> {
  const { sort_by: sortBy, sort_direction: direction, currency = defaultBalanceCurrency } = query;
  const wallets = filteredWallets(db, accountId, query).select(listedColumns);
  const sorted =
    sortBy === 'name'
      ? wallets.orderBy(sql`lower(name)`, direction)
      : sortBy === 'balance'
        ? wallets.orderBy(balanceIn(currency), direction)
        : wallets;
  return await sorted
    .orderBy('created_at', direction)
    .orderBy('address', direction)
    .limit(query.limit)
    .offset(query.offset)
    .execute();
}

/** What can be spent of each wallet, by currency. Held funds are not among it. */
async function balancesOf(
  db: Kysely<Tables>,
  addresses: readonly string[],
): Promise<Map<string, Map<string, Decimal>>> {
  const balances = new Map<string, Map<string, Decimal>>();
  if (addresses.length === 0) return balances;
  const rows = await db
    .selectFrom('ledger_accounts')
    .select(['wallet_address as address', 'currency', 'balance'])
    .where('wallet_address', 'in', addresses)
    .where('kind', '=', 'wallet')
    .execute();
  for (const { address, currency, balance } of rows) {
    if (address === null || balance === null) continue;
    const ofWallet = balances.get(address) ?? new Map<string, Decimal>();
    balances.set(address, ofWallet.set(currency, balance));
  }
  return balances;
}

function completeBalances(network: WalletNetwork, found: ReadonlyMap<string, Decimal> | undefined) {
  return Object.fromEntries(
    currenciesOf(network).map((currency) => [currency, { available: found?.get(currency) ?? ZERO }]),
  );
}

async function refundsOf(db: Kysely<Tables>, addresses: readonly string[]): Promise<Map<string, Refund[]>> {
  const refunds = new Map<string, Refund[]>();
  if (addresses.length === 0) return refunds;
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('wallet_address', 'in', addresses)
    .orderBy('refund_transaction_id')
    .execute();
  for (const { wallet_address: address, account_id: _a, created_at: _c, ...refund } of rows) {
    refunds.set(address, [...(refunds.get(address) ?? []), refund]);
  }
  return refunds;
}

/** When the account's wallet was created; undefined for an address that isn’t a wallet of it. */
export async function findWalletCreation(
  db: Kysely<Tables>,
  accountId: string,
  address: string,
): Promise<Instant | undefined> {
  const wallet = await db
    .selectFrom('wallets')
    .select('created_at')
    .where('account_id', '=', accountId)
    .where('address', '=', storedAddress(address))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return wallet?.created_at;
}

/** False when the account has no wallet with this address. */
export async function renameWallet(
  db: Kysely<Tables>,
  accountId: string,
  { address, name }: { address: string; name: string },
): Promise<boolean> {
  return await updateWallet(db, accountId, address, { name });
}

/** False when the account has no wallet with this address. */
export async function setWalletStatus(
  db: Kysely<Tables>,
  accountId: string,
  { address, status }: { address: string; status: WalletStatus },
): Promise<boolean> {
  return await updateWallet(db, accountId, address, { status });
}

async function updateWallet(
  db: Kysely<Tables>,
  accountId: string,
  address: string,
  change: { name: string } | { status: WalletStatus },
): Promise<boolean> {
  const result = await db
    .updateTable('wallets')
    .set(change)
    .where('address', '=', storedAddress(address))
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
