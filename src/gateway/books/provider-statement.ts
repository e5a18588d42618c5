import type { Kysely } from 'kysely';
import type { ProviderStatement, ProviderStatementRow } from '#contract/gateway/provider-statements.ts';
import { textOf } from '#contract/asked-query.ts';
import { readRow } from '#contract/read-answer.ts';
import {
  sharedPoolCurrency,
  sharedPoolKey,
  sharedPoolNetworks,
  type UserBalances,
} from '#contract/wallet-service/balances.ts';
import { exchangeTransaction, listExchangeTransactions } from '#contract/wallet-service/exchanges.ts';
import { listTransactions, transaction } from '#contract/wallet-service/transactions.ts';
import type { Tables } from '#database/tables.ts';
import { add, negate, subtract, sum } from '#domain/arithmetic.ts';
import { type Decimal, isDecimal, ZERO } from '#domain/decimal.ts';
import { makeSums, type SumRules } from '#domain/list-sums.ts';
import { addMs, type Clock, type Instant, lastMomentOfMillisecond, toDate } from '#domain/time.ts';
import { validationError } from '#http/service-error.ts';
import type { Unreadable } from '../whole-lists/read-whole-list.ts';
import { matchingOf, readRows, type RemoteLists, type SummedList } from '../whole-lists/sum-whole-list.ts';
import type { Owner } from '../whole-lists/whole-lists.ts';
import type { AskService } from '../sessions/key-check.ts';
import { readBalances } from './snapshots.job.ts';
import { findSnapshot, firstSnapshotHour, leavesOf, type Snapshot } from './snapshots.store.ts';

export type ProviderStatementDeps = { db: Kysely<Tables>; remote: RemoteLists; ask: AskService; now: Clock };

type Movements = NonNullable<ProviderStatementRow['movements']>;

/** An amount for each place: see `placeOf`. */
type ByPlace = Map<string, Decimal>;

/** What a list says moved, by place and figure. */
type Moved = { kind: 'moved'; figures: Partial<Record<keyof Movements, ByPlace>>; unreadable: number };

/**
 * What a provider's own balances at both ends of a period and its lists in between tell. Undefined if the period is
 * still to come. Throws a failure that says so while the lists are still being read.
 */
export async function makeProviderStatement(
  { from, to }: { from: Instant; to: Instant },
  owner: Owner,
  { db, remote, ask, now }: ProviderStatementDeps,
): Promise<ProviderStatement | undefined> {
  const moment = now();
  const asOf = to < moment ? to : moment;
  if (from >= asOf) return undefined;
  const [opening, closing, since] = await Promise.all([
    findSnapshot(db, owner.accountId, from),
    to === asOf ? findSnapshot(db, owner.accountId, to) : currentBalances(ask, owner, now),
    firstSnapshotHour(db, owner.accountId),
  ]);
  const moved = await sumMoved({ from, asOf }, owner, remote);
  const [begin, end] = [opening && sumBalances(opening.balances), closing && sumBalances(closing.balances)];
  const figures = moved.kind === 'moved' ? moved.figures : {};
  const places = new Set<string>();
  for (const amounts of [begin, end, ...Object.values(figures)]) {
    for (const place of amounts?.keys() ?? []) places.add(place);
  }
  return {
    from,
    as_of: asOf,
    opening_at: opening?.takenAt ?? null,
    closing_at: closing?.takenAt ?? null,
    snapshots_since: since ?? null,
    unreadable_reason: moved.kind === 'moved' ? null : moved.reason,
    unreadable: moved.kind === 'moved' ? moved.unreadable : 0,
    rows: [...places].toSorted().map((place) =>
      toRow(place, {
        opening: begin && (begin.get(place) ?? ZERO),
        closing: end && (end.get(place) ?? ZERO),
        movements: moved.kind === 'moved' ? movementsAt(place, figures) : undefined,
      }),
    ),
  };
}

/** A statement, if there is one. Throws the failure that says that its period is still to come. */
export function requirePast<T>(statement: T | undefined): T {
  if (statement === undefined) throw validationError({ from: 'must be in the past' });
  return statement;
}

/** What the provider says now, for a period that isn’t over. */
async function currentBalances(ask: AskService, { apiKey }: Owner, now: Clock): Promise<Snapshot> {
  const balances = await readBalances(ask, apiKey);
  return { takenAt: now(), balances };
}

type Known = {
  opening: Decimal | undefined;
  closing: Decimal | undefined;
  movements: Movements | undefined;
};

function toRow(place: string, { opening, closing, movements }: Known): ProviderStatementRow {
  const [network = '', currency = ''] = place.split('/');
  const isKnown = opening !== undefined && closing !== undefined && movements !== undefined;
  return {
    network,
    currency,
    opening: opening ?? null,
    closing: closing ?? null,
    movements: movements ?? null,
    unexplained: isKnown ? subtract(closing, sum([opening, ...Object.values(movements)])) : null,
  };
}

function movementsAt(place: string, figures: Moved['figures']): Movements {
  const of = (name: keyof Movements) => figures[name]?.get(place) ?? ZERO;
  return {
    inflow: of('inflow'),
    outflow: negate(of('outflow')),
    withdrawal_fees: negate(of('withdrawal_fees')),
    exchanged_out: negate(of('exchanged_out')),
    exchanged_in: of('exchanged_in'),
  };
}

/**
 * Where funds are, of all wallet types: a network, or the pool that Tron and Ethereum share together with the wallets
 * that are collected to it. So what the provider collects stays within a place.
 */
function placeOf(network: string, currency: string): string {
  const isShared =
    currency === sharedPoolCurrency && [...sharedPoolNetworks, sharedPoolKey].some((one) => one === network);
  return `${isShared ? sharedPoolKey : network}/${currency}`;
}

function addTo(sums: ByPlace, place: string, amount: Decimal): void {
  sums.set(place, add(sums.get(place) ?? ZERO, amount));
}

/** All that is published as the account's: available, in transit and on deposit addresses. */
function sumBalances(balances: UserBalances): ByPlace {
  const sums: ByPlace = new Map();
  for (const { network, currency, available, transit = ZERO, blockchain = ZERO } of leavesOf(balances)) {
    addTo(sums, placeOf(network, currency), sum([available, transit, blockchain]));
  }
  return sums;
}

const transactionRules = {
  per: ['network', 'currency'],
  amounts: [
    { column: 'amount', by: 'direction', names: ['in', 'out'] },
    {
      name: 'fees',
      of: (cell) => {
        const fee = cell('fee');
        return cell('direction') === 'out' && isDecimal(fee) ? fee : ZERO;
      },
    },
  ],
} as const satisfies SumRules;

const exchangeRules = {
  per: ['network_from', 'currency_from', 'network_to', 'currency_to'],
  amounts: [
    { column: 'amount_from', name: 'given' },
    { column: 'amount_to', name: 'received' },
  ],
} as const satisfies SumRules;

const movingLists = {
  transactions: { operation: listTransactions, schema: transaction, rules: transactionRules },
  exchanges: { operation: listExchangeTransactions, schema: exchangeTransaction, rules: exchangeRules },
} as const satisfies Record<string, SummedList>;

/** What completed transactions and exchanges of a period moved, by the time of their creation. */
async function sumMoved(
  period: { from: Instant; asOf: Instant },
  owner: Owner,
  remote: RemoteLists,
): Promise<Moved | Unreadable> {
  const transactions = await sumCompleted(movingLists.transactions, period, owner, remote);
  if (transactions.kind === 'unreadable') return transactions;
  const exchanges = await sumCompleted(movingLists.exchanges, period, owner, remote);
  if (exchanges.kind === 'unreadable') return exchanges;

  const figures = {
    inflow: new Map(),
    outflow: new Map(),
    withdrawal_fees: new Map(),
    exchanged_out: new Map(),
    exchanged_in: new Map(),
  } satisfies Moved['figures'] as Record<keyof Movements, ByPlace>;
  for (const { group, sums } of transactions.lines) {
    const place = placeOf(group['network'] ?? '', group['currency'] ?? '');
    addTo(figures.inflow, place, sums['in'] ?? ZERO);
    addTo(figures.outflow, place, sums['out'] ?? ZERO);
    addTo(figures.withdrawal_fees, place, sums['fees'] ?? ZERO);
  }
  for (const { group, sums } of exchanges.lines) {
    const [from, to] = [
      placeOf(group['network_from'] ?? '', group['currency_from'] ?? ''),
      placeOf(group['network_to'] ?? '', group['currency_to'] ?? ''),
    ];
    addTo(figures.exchanged_out, from, sums['given'] ?? ZERO);
    addTo(figures.exchanged_in, to, sums['received'] ?? ZERO);
  }
  return { kind: 'moved', figures, unreadable: transactions.unreadable + exchanges.unreadable };
}

/** Rows that aren't as documented are left out and counted: half of one would be a wrong figure. */
async function sumCompleted(
  { operation, schema, rules }: SummedList,
  { from, asOf }: { from: Instant; asOf: Instant },
  owner: Owner,
  remote: RemoteLists,
) {
  const read = await readRows(operation, owner, remote, () => ({
    notBefore: toDate(asOf).getTime(),
  }));
  if (read.kind === 'unreadable') return read;
  const query = {
    status: 'completed',
    created_from: from,
    created_to: lastMomentOfMillisecond(addMs(asOf, -1)),
  };
  const matching = matchingOf(operation, query, read);
  if (matching.kind === 'unreadable') return matching;
  const sums = makeSums(rules);
  let unreadable = 0;
  for (const source of matching.sources) {
    const { value, isWhole } = readRow(schema, source);
    if (isWhole) sums.addRow((column) => textOf(value[column]));
    else unreadable += 1;
  }
  return { kind: 'summed' as const, lines: sums.lines(), unreadable };
}
