import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { listWithdrawalOutcomes } from '#contract/gateway/withdrawal-outcomes.ts';
import { listSanctionsHits, SANCTIONS_HIT_DAYS } from '#contract/gateway/withdrawal-reasons.ts';
import { listClosedPeriods } from '#contract/gateway/closed-periods.ts';
import { readLedgerCheck } from '#contract/gateway/ledger-check.ts';
import { listTransactions, transactionDirections } from '#contract/wallet-service/transactions.ts';
import { listWallets, walletLimit } from '#contract/wallet-service/wallets.ts';
import { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';
import { networks, walletNetworks, withdrawalNetworks } from '#domain/networks.ts';
import { instantFromDate, parseTimestamp } from '#domain/time.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import type { ListSchema, ListSource } from '#dashboard/api/list-source.ts';
import { call } from '#dashboard/api/client.ts';
import { formatInteger, pluralize } from '#domain/format.ts';
import { formatAge, formatDuration, networkName } from '#dashboard/lib/format.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { countedRows, requireCount } from '#dashboard/lib/unproved.ts';
import { momentBefore } from '#dashboard/lib/zoned-time.ts';
import { ledgerCheckPath } from '#dashboard/entities/ledger-check/ledger-check.queries.ts';
import { parseListState, resolveQuery } from '#dashboard/list/list-state.ts';
import { transactions, transactionsPath } from '#dashboard/entities/transactions/transactions.queries.ts';
import { walletsPath } from '#dashboard/entities/wallets/wallets.ts';
import {
  unknownOutcomesPath,
  withdrawalPath,
  withdrawalsPath,
} from '#dashboard/entities/withdrawals/withdrawal-paths.ts';
import { withdrawals } from '#dashboard/entities/withdrawals/withdrawals.queries.ts';
import { periodsPath } from '#dashboard/entities/books/books-paths.ts';
import { ofOverview } from '../overview-queries.ts';

/** Something that needs attention: how many of what, and the list that shows exactly these. */
export type AttentionItem = {
  kind: 'unknown-outcome' | 'late' | 'failed' | 'new' | 'limit' | 'aml' | 'sanctions' | 'ledger' | 'drift';
  count: number;
  /** What follows the count. */
  label: string;
  detail: string;
  to: string;
};

/** What one of the checks has found. */
export type Findings = {
  items: AttentionItem[];
  /** What is true where it finds nothing, if that is more than the check itself knows to say. */
  calm?: string;
  /** How many wallets the account has, where that was counted. */
  wallets?: number;
};

/** A query of the overview for items that need attention. Null: there are none. */
export function attentionQuery(
  queryKey: QueryKey,
  find: (signal: AbortSignal) => Promise<AttentionItem[] | Findings | null>,
) {
  return queryOptions({
    ...ofOverview,
    queryKey,
    queryFn: async ({ signal }): Promise<Findings | null> => {
      const found = await find(signal);
      return Array.isArray(found) ? { items: found } : found;
    },
  });
}

/** The used share of a network's wallets from which on the overview mentions it. */
const nearLimit = 0.9;
/** The most that the interface gives at once. */
export const pageSize = 300;

/** Transactions in progress for longer than the limit of their network and direction: one item for each of these. */
export const lateTransactions = attentionQuery(keyOf(listTransactions, { part: 'late' }), async (signal) => {
  const now = serverNow();
  const oldestFirst = { sort_by: 'created_at', sort_direction: 'asc', limit: pageSize } as const;
  const query = { status: 'in_progress', ...oldestFirst } as const;
  const list = await call(listTransactions, { query }, signal);
  const { rows } = list;
  const count = await requireCount(list);
  const sent = rows.flatMap(({ value: { status, network, direction, created_at: at = '' } }) => {
    const since = parseTimestamp(at)?.instant;
    return status === 'in_progress' && since !== undefined ? [{ network, direction, since }] : [];
  });
  const kinds = withdrawalNetworks.flatMap((network) =>
    transactionDirections.map((direction) => ({ network, direction })),
  );
  const items = kinds.map(async ({ network, direction }): Promise<AttentionItem[]> => {
    const limitMs = networks[network].lateAfterMinutes[direction] * 60_000;
    const lateUntil = momentBefore(instantFromDate(new Date(now - limitMs)));
    const search = { status: 'in_progress', network, direction, created_to: lateUntil };
    const late = sent.filter(
      (one) => one.network === network && one.direction === direction && one.since <= lateUntil,
    ).length;
    const found = count > rows.length ? await countListed(transactions, search, 'UTC', signal) : late;
    return itemOf('late', found, transactionsPath, search, (many) => ({
      label: `late ${direction === 'in' ? 'incoming' : 'outgoing'} ${pluralize(many, 'transaction')} on ${networkName(network)}`,
      detail: `in progress over ${formatDuration(limitMs)}`,
    }));
  });
  return (await Promise.all(items)).flat();
});

/** Failed within 24 hours before now. */
export const failedTransactions = (iana: string) =>
  attentionQuery(keyOf(listTransactions, { part: 'failed', iana }), async (signal) => {
    // What fails after now is neither counted nor listed.
    const search = { status: 'error', range: '24h', until: instantFromDate(new Date(serverNow())) };
    const found = await countListed(transactions, search, iana, signal);
    return itemOf('failed', found, transactionsPath, search, (failed) => ({
      label: `failed ${pluralize(failed, 'transaction')}`,
      detail: 'in the last 24 hours',
    }));
  });

/** Sent to a remote provider, which confirmed nothing: they may have been made. */
export const unknownOutcomes = attentionQuery(
  keyOf(listWithdrawalOutcomes, { part: 'attention' }),
  async (signal) => {
    const query = { state: 'outcome_unknown', limit: 1 } as const;
    const { count } = await call(listWithdrawalOutcomes, { query }, signal);
    return itemOf('unknown-outcome', count, unknownOutcomesPath, {}, (unconfirmed) => ({
      label: `${pluralize(unconfirmed, 'withdrawal')} with an unknown outcome`,
      detail: 'don’t pay again until the outcome is known',
    }));
  },
);

/** Submitted, but not yet processing. */
export const newWithdrawals = attentionQuery(
  keyOf(listWithdrawalRequests, { part: 'new' }),
  async (signal) => {
    const search = { status: 'new', until: instantFromDate(new Date(serverNow())) };
    const found = await countListed(withdrawals, search, 'UTC', signal);
    return itemOf('new', found, withdrawalsPath, search, (requests) => ({
      label: `new ${pluralize(requests, 'withdrawal')}`,
      detail: 'waiting to be processed',
    }));
  },
);

/** Rejected because the recipient is sanctioned: one item for each of the latest, and one for the others. */
export const sanctionsHits = attentionQuery(keyOf(listSanctionsHits), async (signal) => {
  const { count, latest } = await call(listSanctionsHits, {}, signal);
  const items = latest.map(({ request_id: id, reason }): AttentionItem => {
    return {
      kind: 'sanctions',
      count: 1,
      label: 'withdrawal to a sanctioned address was stopped',
      detail: reason,
      to: withdrawalPath(id),
    };
  });
  return [
    ...items,
    ...itemOf('sanctions', (count ?? 0) - latest.length, withdrawalsPath, { status: 'rejected' }, (more) => ({
      label: `more ${pluralize(more, 'withdrawal')} to sanctioned addresses stopped`,
      detail: `in the last ${SANCTIONS_HIT_DAYS} days`,
    })),
  ];
});

/** The findings of the ledger check; `calm` if there are none. Null if there is no ledger to check. */
export const ledgerState = attentionQuery(keyOf(readLedgerCheck, { part: 'attention' }), async (signal) => {
  const { check } = await call(readLedgerCheck, {}, signal);
  if (check === null) return null;
  const { checked_at: checkedAt, fault_count: count, are_payments_stopped: isStopped } = check;
  const at = checkedAt === null ? undefined : parseTimestamp(checkedAt)?.instant;
  const age = at === undefined ? undefined : formatAge(at, serverNow());
  const faults: AttentionItem = {
    kind: 'ledger',
    count,
    label: `ledger ${pluralize(count, 'fault')}`,
    detail: isStopped ? 'payments are paused' : 'payments were resumed',
    to: ledgerCheckPath,
  };
  const late: AttentionItem = {
    kind: 'ledger',
    count: 1,
    label: 'ledger check is late',
    detail: age === undefined ? 'it has never finished' : `the last one finished ${age}`,
    to: `${ledgerCheckPath}?late`,
  };
  return {
    items: [...(count > 0 ? [faults] : []), ...(check.is_late ? [late] : [])],
    calm: age === undefined ? 'the first ledger check is in progress' : `ledger checked ${age}: no faults`,
  };
});

/** Closed periods of the books that were changed, and what nobody has explained. Null if none was ever closed. */
export const closedPeriods = attentionQuery(
  keyOf(listClosedPeriods, { part: 'attention' }),
  async (signal) => {
    const { books } = await call(listClosedPeriods, { query: { limit: 1 } }, signal);
    if (books === null || books.count === 0) return null;
    return [
      ...itemOf('ledger', books.changed, periodsPath, {}, (changed) => ({
        label: `closed ${pluralize(changed, 'period has', 'periods have')} changed`,
        detail: 'entries or totals aren’t those that were closed',
      })),
      ...itemOf('drift', books.unexplained, periodsPath, {}, (unexplained) => ({
        label: `late ${pluralize(unexplained, 'booking')} of closed periods`,
        detail: 'booked after closing, not explained yet',
      })),
    ];
  },
);

/** How many wallets the account has, and the networks on which there is room for few more. */
export const walletRoom = attentionQuery(keyOf(listWallets, { part: 'room' }), async (signal) => {
  const countOn = async (network?: (typeof walletNetworks)[number]) =>
    requireCount(await call(listWallets, { query: { network, limit: countedRows } }, signal));
  const wallets = await countOn();
  // Fewer on all networks together are not near the limit of one.
  if (wallets < walletLimit * nearLimit) return { items: [], wallets };
  const items = walletNetworks.map(async (network): Promise<AttentionItem[]> => {
    const used = await countOn(network);
    if (used < walletLimit * nearLimit) return [];
    const room = Math.max(0, walletLimit - used);
    return [
      {
        kind: 'limit',
        count: used,
        label: `of ${walletLimit} wallets on ${networkName(network)}`,
        detail: room === 0 ? 'no room for another' : `room for ${formatInteger(room)} more`,
        to: `${walletsPath}?${new URLSearchParams({ network }).toString()}`,
      },
    ];
  });
  return { items: (await Promise.all(items)).flat(), wallets };
});

/** How many rows the list at this address counts: asked for as the list itself asks. Throws an UnprovedError. */
export async function countListed<S extends ListSchema, T>(
  history: ListSource<S, T>,
  search: Record<string, string>,
  iana: string,
  signal: AbortSignal,
): Promise<number> {
  const address = parseListState(history.schema, new URLSearchParams(search));
  const query = { ...resolveQuery(history.schema, address, serverNow(), iana), limit: countedRows };
  return requireCount(await history.read(query, signal));
}

/** One item if there is something to see, otherwise none. */
export function itemOf(
  kind: AttentionItem['kind'],
  count: number,
  path: string,
  search: Record<string, string>,
  labelFor: (count: number) => Pick<AttentionItem, 'label' | 'detail'>,
): AttentionItem[] {
  if (count === 0) return [];
  const query = new URLSearchParams(search).toString();
  return [{ kind, count, to: query === '' ? path : `${path}?${query}`, ...labelFor(count) }];
}
