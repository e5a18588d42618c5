import { type Query, queryOptions } from '@tanstack/react-query';
import { earlier } from '#contract/list-address.ts';
import { sumMovements } from '#contract/gateway/list-sums.ts';
import { isPassing, type UnreadableReason } from '#contract/gateway/whole-list.ts';
import { defaultBalanceCurrency } from '#contract/wallet-service/wallets.ts';
import { listTransactions } from '#contract/wallet-service/transactions.ts';
import { subtract } from '#domain/arithmetic.ts';
import { noMovement } from '#domain/movements.ts';
import { currencies } from '#domain/networks.ts';
import { addMs, type Instant, parseDateTimeParameter } from '#domain/time.ts';
import { keyOf, readingWholeList, whileStillReading } from '#dashboard/api/queries.ts';
import { call } from '#dashboard/api/client.ts';
import { currentMoment, isSettled, justBefore, settledAfterMs } from '#dashboard/lib/as-of.ts';
import { countedRows, requireStated } from '#dashboard/lib/unproved.ts';
import { fetchPages, unwatched } from '#dashboard/list/export/read-pages.ts';
import { ofOverview } from '../overview-queries.ts';
import { daysOf, type MovementPeriod } from './movement-address.ts';
import { type Day, type DayMovement, type DaySums, sumByDay, totalsOf } from './movement-days.ts';

/** The inflow and outflow of each day. */
export type Movement = Pick<DaySums, 'days'> & {
  /** Data as of this is in it. */
  pin: Instant;
  /** How many transactions there should be. */
  expected: number;
  /** How many there are, including those that aren't added. */
  found: number;
  /** How many aren't added, since they are not as documented. */
  unread: number;
  /** How many rows weren't transactions. None is added up. */
  otherRows: number;
  /** Whether the gateway read the provider's whole list for it, which may have been a while before the request. */
  isOfWholeList: boolean;
  /** Whether days count what was booked on them, and not what was created. */
  isBooked: boolean;
  /** Only if it was read page by page. */
  byPage?: ByPage;
};

type ByPage = {
  /** Why the gateway couldn't read the provider's list. */
  reason: UnreadableReason | null;
  /** The ids of the transactions, so that only new ones are read again. */
  ids: ReadonlySet<string>;
};

export type MovementProgress = { read: number; expected: number };

const progressKey = (currency: string, period: MovementPeriod, iana: string) =>
  keyOf(listTransactions, { movementProgress: { currency, period, iana } });

/** How far a first reading is; written by the reading itself, never asked for. */
export const movementProgress = (currency: string, period: MovementPeriod, iana: string) =>
  queryOptions({
    queryKey: progressKey(currency, period, iana),
    queryFn: (): MovementProgress | null => null,
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * The inflow and outflow of a currency on each day of a period, over all completed transactions, as of the request or
 * `at` a past moment, which our own wallet service alone can say: nothing that happens now makes that stale.
 */
export const movementOf = (currency: string, period: MovementPeriod, iana: string, at?: Instant) => {
  const request = { movement: { currency, period, iana, at } };
  const queryKey = at === undefined ? keyOf(listTransactions, request) : keyOf(sumMovements, request);
  return queryOptions({
    ...ofOverview,
    queryKey,
    meta: { ...ofOverview.meta, ...readingWholeList },
    ...(at !== undefined && {
      staleTime: ({ state }: Query<Movement>) => (isSettled(at, state.dataUpdatedAt) ? 'static' : 0),
    }),
    queryFn: async ({ client, signal }): Promise<Movement> => {
      const pin = at === undefined ? currentMoment() : justBefore(at);
      const days = daysOf(period, pin, iana);
      const [begin, end] = [days[0]?.from, days.at(-1)?.to];
      // A period that is still to come.
      if (begin === undefined) {
        const none = { expected: 0, found: 0, unread: 0, otherRows: 0 };
        return { days: [], pin, ...none, isOfWholeList: false, isBooked: false };
      }
      const asked = { currency, days, pin, begin, until: earlier(end, pin) ?? pin };
      const known = client.getQueryData<Movement>(queryKey);
      let reason = known?.byPage?.reason ?? null;
      // A list that the gateway couldn't read in time may be readable now. One with too many rows stays so.
      if (reason === null || isPassing(reason)) {
        const summed = await fetchMovement(asked, known, signal);
        if ('days' in summed) return summed;
        ({ reason } = summed);
      }
      const progress = progressKey(currency, period, iana);
      return await addUpPages(asked, known, {
        signal,
        reason,
        onProgress: (state) => void client.setQueryData(progress, state),
      });
    },
    ...whileStillReading,
    // Large, and never the same twice.
    structuralSharing: false,
  });
};

type Asked = { currency: string; days: readonly Day[]; pin: Instant; begin: Instant; until: Instant };

/** The sums as the server has them, or why it can't add up the provider's transactions. */
async function fetchMovement(
  { currency, days, pin, until }: Asked,
  known: Movement | undefined,
  signal: AbortSignal,
): Promise<Movement | { reason: UnreadableReason | null }> {
  const settled = settledDays(days, known);
  const open = days.slice(settled.length);
  const body = { currency, starts: open.map(({ from }) => from), until };
  const { found, unreadable_reason: reason } = await call(sumMovements, { body }, signal);
  if (found === null) return { reason };
  const { spans, unreadable: unread, whole } = found;
  const sums = [...settled];
  for (const [index, day] of open.entries()) {
    const { in: inflow, out, transactions } = spans[index] ?? noMovement;
    sums.push({ ...day, in: inflow, out, net: subtract(inflow, out), transactions });
  }
  const all = unread + totalsOf(sums).transactions;
  return {
    days: sums,
    // The lists that prove the numbers are opened as of the same moment.
    pin: parseDateTimeParameter(whole?.read_at ?? '')?.instant ?? pin,
    expected: all,
    found: all,
    unread,
    otherRows: whole?.other_rows ?? 0,
    isOfWholeList: whole !== null,
    isBooked: whole === null,
  };
}

/**
 * The first days, as they are known. By booking time they never change, so that what is live reads only what is new,
 * however long the period is. The last day is always read.
 */
function settledDays(days: readonly Day[], known: Movement | undefined): DayMovement[] {
  if (known === undefined || !known.isBooked) return [];
  const knownDays = new Map(known.days.map((day) => [day.from, day]));
  const settled: DayMovement[] = [];
  for (const { from, to } of days.slice(0, -1)) {
    const day = knownDays.get(from);
    if (day?.to !== to || addMs(to, settledAfterMs) > known.pin) break;
    settled.push(day);
  }
  return settled;
}

/**
 * Adds up all transactions page by page; a repeated request reads only what is new.
 */
async function addUpPages(
  { currency, days, pin, begin, until }: Asked,
  known: Movement | undefined,
  {
    signal,
    reason,
    onProgress,
  }: {
    signal: AbortSignal;
    reason: UnreadableReason | null;
    onProgress: (state: MovementProgress | null) => void;
  },
): Promise<Movement> {
  const filters = { currency, status: 'completed', created_from: begin, created_to: until } as const;
  const fetchPage = (offset: number, limit: number) =>
    call(listTransactions, { query: { ...filters, offset, limit } }, signal);
  // On the next day everything is another day's.
  const hasTheseDays = known?.days[0]?.from === begin && known.days.at(-1)?.to === days.at(-1)?.to;
  const ids = known?.byPage?.ids;
  const before =
    hasTheseDays && ids !== undefined && isWhole(known)
      ? { days: known.days, ids, unread: known.unread }
      : undefined;
  if (known !== undefined && before !== undefined) {
    if ((await fetchPage(0, countedRows)).count === before.ids.size) {
      return { ...known, pin, byPage: { reason, ids: before.ids } };
    }
  }
  onProgress(null);
  // What is new is as a rule on the newest page; where it is not found at all, everything is read again.
  for (const earlierSums of before === undefined ? [undefined] : [before, undefined]) {
    const reading = sumByDay(days, earlierSums);
    let expected = 0;
    let otherRows = 0;
    for await (const page of fetchPages(fetchPage, unwatched(signal))) {
      signal.throwIfAborted();
      expected = await requireStated(page);
      otherRows += page.otherRows;
      reading.addRows(page.rows);
      onProgress({ read: reading.seen(), expected });
      if (reading.seen() === expected) break;
    }
    if (earlierSums === undefined || reading.seen() === expected) {
      // The provider's total includes the other rows, or it doesn't.
      if (reading.seen() + otherRows === expected) expected = reading.seen();
      const { ids: all, ...sums } = reading.sums();
      const found = reading.seen();
      const byPage = { reason, ids: all };
      return { ...sums, pin, expected, found, otherRows, isOfWholeList: false, isBooked: false, byPage };
    }
  }
  throw new Error('The last reading gives its sums.');
}

/** Whether every transaction is in it. */
function isWhole({ found, expected, unread }: Movement): boolean {
  return found === expected && unread === 0;
}

/** The currency with the most completed transactions of the longest range; the first known one if there are none. */
export const busiestCurrency = (iana: string, at?: Instant) =>
  queryOptions({
    queryKey: keyOf(listTransactions, { part: 'busiest currency', iana, at }),
    queryFn: async ({ signal }): Promise<string> => {
      const pin = at === undefined ? currentMoment() : justBefore(at);
      const created_from = daysOf('90d', pin, iana)[0]?.from;
      const count = async (currency?: string) => {
        const range = { created_from, created_to: pin, limit: countedRows } as const;
        const query = { currency, status: 'completed', ...range } as const;
        return (await call(listTransactions, { query }, signal)).count;
      };
      const [first = defaultBalanceCurrency, ...others] = currencies;
      const [all, ofFirst] = await Promise.all([count(), count(first)]);
      // Without exact sums, the busiest currency is unknown.
      if (all === null || ofFirst === null || ofFirst * 2 >= all) return first;
      let most: { currency: string; count: number } = { currency: first, count: ofFirst };
      for (const [index, found] of (await Promise.all(others.map(count))).entries()) {
        if (found !== null && found > most.count) most = { currency: others[index] ?? first, count: found };
      }
      return most.currency;
    },
    // The user has already switched to another currency.
    staleTime: 'static',
  });
