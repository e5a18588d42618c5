import { sql, type Kysely, type Transaction } from 'kysely';
import type {
  BalancesAt,
  LedgerBalance,
  LedgerCheckRow,
  WalletLedger,
} from '#contract/gateway/ledger-balances.ts';
import { type BalanceLeaf, sharedPoolKey, type UserBalances } from '#contract/wallet-service/balances.ts';
import { add, subtract, sum } from '#domain/arithmetic.ts';
import { now } from '#domain/clock.ts';
import { type Decimal, ZERO } from '#domain/decimal.ts';
import type { PostingKind } from '#domain/ledger-entries.ts';
import { currenciesOf, type Currency, type WalletType } from '#domain/networks.ts';
import type { Instant } from '#domain/time.ts';
import { inTransaction } from '#database/transaction.ts';
import type { LedgerAccountsTable, Tables } from '#database/tables.ts';
import { amlFeeCurrency, sumAmlFees, sumAmlFeesSince } from '../aml/checks/aml-fees.store.ts';
import { openingOf, sumLedger } from '../books/ledger-sums.store.ts';
import { poolNetwork } from '../ledger/ledger-accounts.ts';
import { storedAddress } from '../wallets/wallet-address.ts';
import { balancesFrom, getUserBalances, sumEntries, type Sums, sumKeptBalances } from './balances.store.ts';

/** What is on hold and what AML checks have cost, for every leaf of the published balances. Reads one moment. */
export async function listLedgerBalances(db: Kysely<Tables>, accountId: string): Promise<LedgerBalance[]> {
  return await atOneMoment(db, async (tx) => {
    const balances = await getUserBalances(tx, accountId);
    const held = await sumHolds(tx, accountId);
    const checks = await sumCheckFees(tx, accountId);
    return leavesOf(balances).map((leaf) => toLedgerBalance(leaf, held.get(leaf.key), checks.get(leaf.key)));
  });
}

/**
 * What every leaf of the published balances was at a moment, with what was on hold and had been paid for AML checks:
 * the opening of a period that begins then. Undefined if it is still to come. Reads one moment.
 */
export async function readBalancesAt(
  db: Kysely<Tables>,
  accountId: string,
  at: Instant,
): Promise<BalancesAt | undefined> {
  if (at > now()) return undefined;
  return await atOneMoment(db, async (tx) => {
    const places = Map.groupBy(
      await sumLedger(tx, accountId, { from: at, to: at }),
      ({ kind, type, network, currency }) => `${kind}/${type}/${network}/${currency}`,
    );
    const balances = balancesFrom((kind, type, network, currency) =>
      openingOf(places.get(`${kind}/${type ?? 'accounting'}/${network}/${currency}`) ?? []),
    );
    const checks = await sumCheckFees(tx, accountId);
    const later = Map.groupBy(await sumAmlFeesSince(tx, accountId, at), ({ type, network }) =>
      leafKey(type, network, amlFeeCurrency),
    );
    const holds = Map.groupBy(
      [...places.values()].flat().filter(({ kind }) => kind === 'hold'),
      ({ type, network, currency }) => leafKey(type, network, currency),
    );
    const rows = leavesOf(balances).map((place) => {
      const { pending, paid } = checks.get(place.key) ?? noFees;
      const since = later.get(place.key) ?? [];
      const ledger = toLedgerBalance(place, openingOf(holds.get(place.key) ?? []), {
        pending: subtract(pending, sum(since.map(({ held }) => held))),
        paid: subtract(paid, sum(since.map((fees) => fees.paid))),
      });
      return Object.assign(ledger, place.leaf);
    });
    return { as_of: at, rows };
  });
}

type CheckFees = { pending: Decimal; paid: Decimal };

const noFees: CheckFees = { pending: ZERO, paid: ZERO };

function toLedgerBalance(
  { type, network, currency }: Leaf,
  held = ZERO,
  { pending, paid } = noFees,
): LedgerBalance {
  const onHold = { withdrawals: subtract(held, pending), aml_checks: pending };
  return { type, network, currency, on_hold: onHold, aml_fees_paid: paid };
}

/** Every published amount and the sum of its ledger entries. Reads one moment, and every entry of the account. */
export async function checkLedgerBalances(db: Kysely<Tables>, accountId: string): Promise<LedgerCheckRow[]> {
  return await atOneMoment(db, async (tx) => {
    const kept = balancesFrom(await sumKeptBalances(tx, accountId));
    const sums = await sumEntries(tx, accountId);
    const computed = balancesFrom(sums);
    return leavesOf(kept).flatMap(({ type, network, currency, leaf }) => {
      const entries: BalanceLeaf | undefined = computed[type]?.[network]?.[currency];
      return (['available', 'transit', 'blockchain'] as const).flatMap((field) => {
        const stated = leaf[field];
        if (stated === undefined) return [];
        const pool = poolPart(sums, { type, network, currency, field });
        return [{ type, network, currency, field, stated, entries: entries?.[field] ?? ZERO, pool }];
      });
    });
  });
}

type Amount = Pick<LedgerCheckRow, 'type' | 'network' | 'currency' | 'field'>;

/** What of a published amount is on no wallet. */
function poolPart(sums: Sums, { type, network, currency, field }: Amount): Decimal {
  if (type !== 'accounting' || field === 'blockchain') return ZERO;
  const kind = field === 'transit' ? 'transit' : 'pool';
  return sums(kind, null, network as LedgerAccountsTable['network'], currency as Currency);
}

type Leaf = { key: string; type: string; network: string; currency: string; leaf: BalanceLeaf };

function leavesOf(balances: UserBalances): Leaf[] {
  return Object.entries(balances).flatMap(([type, networks]) =>
    Object.entries(networks).flatMap(([network, currencies]) =>
      Object.entries(currencies).map(([currency, leaf]) => ({
        key: `${type}/${network}/${currency}`,
        type,
        network,
        currency,
        leaf,
      })),
    ),
  );
}

/** The leaf that a wallet's funds are published under; null: funds of a pool. */
function leafKey(
  type: WalletType | null,
  network: LedgerAccountsTable['network'],
  currency: Currency,
): string {
  if (type === 'user') return `${type}/${network}/${currency}`;
  return `accounting/${network === sharedPoolKey ? network : poolNetwork(network, currency)}/${currency}`;
}

/** Everything that is on hold, by leaf. */
async function sumHolds(tx: Transaction<Tables>, accountId: string): Promise<Map<string, Decimal>> {
  const rows = await tx
    .selectFrom('ledger_accounts as a')
    .leftJoin('wallets as w', 'w.address', 'a.wallet_address')
    .select((e) => ['w.type', 'a.network', 'a.currency', e.fn.sum<Decimal>('a.balance').as('held')])
    .where('a.account_id', '=', accountId)
    .where('a.kind', '=', 'hold')
    .groupBy(['w.type', 'a.network', 'a.currency'])
    .execute();
  const sums = new Map<string, Decimal>();
  for (const { type, network, currency, held } of rows) {
    const key = leafKey(type, network, currency);
    sums.set(key, add(sums.get(key) ?? ZERO, held));
  }
  return sums;
}

/** What AML checks cost the wallets of a leaf: on hold, and paid. */
async function sumCheckFees(tx: Transaction<Tables>, accountId: string): Promise<Map<string, CheckFees>> {
  const sums = new Map<string, CheckFees>();
  for (const { type, network, held, paid } of await sumAmlFees(tx, accountId)) {
    const key = leafKey(type, network, amlFeeCurrency);
    const before = sums.get(key) ?? noFees;
    sums.set(key, { pending: add(before.pending, held), paid: add(before.paid, paid) });
  }
  return sums;
}

/**
 * What made each balance of a wallet, by the kind of movement. Reads one moment, and every entry of the wallet. Empty
 * for an address that isn’t a wallet of the account.
 */
export async function listWalletLedger(
  db: Kysely<Tables>,
  accountId: string,
  address: string,
): Promise<WalletLedger[]> {
  return await atOneMoment(db, async (tx) => {
    const wallet = await tx
      .selectFrom('wallets')
      .select(['address', 'network'])
      .where('address', '=', storedAddress(address))
      .where('account_id', '=', accountId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (wallet === undefined) return [];
    const kept = await tx
      .selectFrom('ledger_accounts')
      .select(['kind', 'currency', 'balance'])
      .where('wallet_address', '=', wallet.address)
      .execute();
    const { rows: moved } = await sql<{ currency: Currency; kind: PostingKind; total: Decimal }>`
      select a.currency, p.kind, sum(e.amount) as total
      from ledger_accounts a
      join ledger_entries e on e.ledger_account_id = a.ledger_account_id
      join ledger_postings p on p.posting_id = e.posting_id
      where a.wallet_address = ${wallet.address} and a.kind in ('wallet', 'hold')
      group by a.currency, p.kind`.execute(tx);
    const [checks] = await sumAmlFees(tx, accountId, wallet.address);
    return currenciesOf(wallet.network).map((currency) => {
      const balanceOf = (kind: 'wallet' | 'hold') =>
        kept.find((row) => row.kind === kind && row.currency === currency)?.balance ?? ZERO;
      const ofCurrency = moved.filter((row) => row.currency === currency);
      const totalOf = (kind: PostingKind) => ofCurrency.find((row) => row.kind === kind)?.total ?? ZERO;
      const pending = currency === amlFeeCurrency ? (checks?.held ?? ZERO) : ZERO;
      const deposits = totalOf('deposit');
      const withdrawals = totalOf('withdrawal');
      const fees = totalOf('aml_fee');
      const collections = totalOf('collection');
      const all = sum(ofCurrency.map(({ total }) => total));
      return {
        currency,
        available: balanceOf('wallet'),
        on_hold: { withdrawals: subtract(balanceOf('hold'), pending), aml_checks: pending },
        deposits,
        withdrawals,
        aml_fees: fees,
        collections,
        other: subtract(all, sum([deposits, withdrawals, fees, collections])),
      };
    });
  });
}

async function atOneMoment<T>(db: Kysely<Tables>, read: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
  return await inTransaction(db, read, { isolationLevel: 'repeatable read' });
}
