import { queryOptions } from '@tanstack/react-query';
import { earlier } from '#contract/list-address.ts';
import { listTransactions } from '#contract/wallet-service/transactions.ts';
import { currencies } from '#domain/networks.ts';
import { type Instant, instantFromDate } from '#domain/time.ts';
import { keyOf, readingWholeList } from '#dashboard/api/queries.ts';
import { call } from '#dashboard/api/client.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { countedRows, requireStated } from '#dashboard/lib/unproved.ts';
import { fetchPages, unwatched } from '#dashboard/list/export/read-pages.ts';
import { ofOverview } from '../overview-queries.ts';
import { daysOf, type MovementPeriod } from './movement-address.ts';
import { type DaySums, sumByDay } from './movement-days.ts';

export type Movement = DaySums & {
  /** Data as of this is in it. */
  pin: Instant;
  /** How many transactions there should be. */
  expected: number;
  /** How many rows weren't transactions. None is added up. */
  otherRows: number;
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
 * The inflow and outflow of a currency on each day of a period, added up over all completed transactions, page by page,
 * as of the request. A repeated request reads only what is new.
 */
export const movementOf = (currency: string, period: MovementPeriod, iana: string) => {
  const queryKey = keyOf(listTransactions, { movement: { currency, period, iana } });
  return queryOptions({
    ...ofOverview,
    queryKey,
    meta: { ...ofOverview.meta, ...readingWholeList },
    queryFn: async ({ client, signal }): Promise<Movement> => {
      const pin = instantFromDate(new Date(serverNow()));
      const days = daysOf(period, pin, iana);
      const [begin, end] = [days[0]?.from, days.at(-1)?.to];
      // A period that is still to come.
      if (begin === undefined) return { ...sumByDay(days).sums(), pin, expected: 0, otherRows: 0 };
      const until = earlier(end, pin);
      const filters = { currency, status: 'completed', created_from: begin, created_to: until } as const;
      const fetchPage = (offset: number, limit: number) =>
        call(listTransactions, { query: { ...filters, offset, limit } }, signal);

      const known = client.getQueryData<Movement>(queryKey);
      // On the next day everything is another day's.
      const hasTheseDays = known?.days[0]?.from === begin && known.days.at(-1)?.to === end;
      const isOfThese = hasTheseDays && isWhole(known);
      if (isOfThese && (await fetchPage(0, countedRows)).count === known.ids.size) {
        return { ...known, pin };
      }

      const progress = progressKey(currency, period, iana);
      client.setQueryData(progress, null);
      // What is new is as a rule on the newest page; where it is not found at all, everything is read again.
      for (const before of isOfThese ? [known, undefined] : [undefined]) {
        const reading = sumByDay(days, before);
        let expected = 0;
        let otherRows = 0;
        for await (const page of fetchPages(fetchPage, unwatched(signal))) {
          signal.throwIfAborted();
          expected = requireStated(page);
          otherRows += page.otherRows;
          reading.addRows(page.rows);
          const state: MovementProgress = { read: reading.seen(), expected };
          client.setQueryData(progress, state);
          if (reading.seen() === expected) break;
        }
        if (before === undefined || reading.seen() === expected) {
          // The provider's total includes the other rows, or it doesn't.
          if (reading.seen() + otherRows === expected) expected = reading.seen();
          return { ...reading.sums(), pin, expected, otherRows };
        }
      }
      throw new Error('The last reading gives its sums.');
    },
    retry: false,
    // Large, and never the same twice.
    structuralSharing: false,
  });
};

/** Whether every transaction is in it, each by its id. */
function isWhole({ ids, expected, unread }: Movement): boolean {
  return ids.size === expected && unread === 0;
}

/** The currency with the most completed transactions of the longest range; the first known one if there are none. */
export const busiestCurrency = (iana: string) =>
  queryOptions({
    queryKey: keyOf(listTransactions, { part: 'busiest currency', iana }),
    queryFn: async ({ signal }): Promise<string> => {
      const pin = instantFromDate(new Date(serverNow()));
      const created_from = daysOf('90d', pin, iana)[0]?.from;
      const count = async (currency?: string) => {
        const range = { created_from, created_to: pin, limit: countedRows } as const;
        const query = { currency, status: 'completed', ...range } as const;
        return (await call(listTransactions, { query }, signal)).count;
      };
      const [first, ...others] = currencies;
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
