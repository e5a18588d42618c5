import type { ReadRow } from '#contract/read-answer.ts';
import type { Transaction } from '#contract/wallet-service/transactions.ts';
import { add, subtract } from '#domain/arithmetic.ts';
import { type Decimal, ZERO } from '#domain/decimal.ts';
import { spanOf } from '#domain/movements.ts';
import { type Instant, parseTimestamp } from '#domain/time.ts';
import { clockInZone, firstMomentAt, momentBefore } from '#dashboard/lib/zoned-time.ts';

/** A day of a zone, its date as `2026-11-21`; both ends are included. 23 or 25 hours where clocks change. */
export type Day = { date: string; from: Instant; to: Instant };

/** The inflow and outflow of a day, of one currency, to the last digit. */
export type DayMovement = Day & Totals;

export type Totals = {
  in: Decimal;
  out: Decimal;
  /** `in` less `out`: below zero when more went out. */
  net: Decimal;
  transactions: number;
};

/** The last `count` days in a zone, oldest first. The last one contains `now`. */
export function daysUntil(now: Instant, count: number, iana: string): Day[] {
  const today = todayIn(iana, now);
  return daysBetween(addDays(today, 1 - count), today, iana);
}

/** The days of a zone from one date to another, oldest first, without those that are still to come. */
export function daysFrom(first: string, last: string, now: Instant, iana: string): Day[] {
  const [today, end] = [todayIn(iana, now), new Date(last)];
  return daysBetween(new Date(first), end < today ? end : today, iana);
}

/** Both dates are included. Days that the zone has skipped are none. */
function daysBetween(first: Date, last: Date, iana: string): Day[] {
  const days: Day[] = [];
  for (let date = first; date <= last; date = addDays(date, 1)) {
    const from = firstMomentAt(iana, date);
    const to = momentBefore(firstMomentAt(iana, addDays(date, 1)));
    if (from < to) days.push({ date: date.toISOString().slice(0, 10), from, to });
  }
  return days;
}

function todayIn(iana: string, now: Instant): Date {
  const clock = clockInZone(iana, now);
  return new Date(Date.UTC(clock.getUTCFullYear(), clock.getUTCMonth(), clock.getUTCDate()));
}

function addDays(date: Date, count: number): Date {
  return new Date(date.getTime() + count * 86_400_000);
}

/** Transactions added up by day. */
export type DaySums = {
  /** Oldest first. */
  days: readonly DayMovement[];
  /** The ids of all that were seen, each of which is added once. */
  ids: ReadonlySet<string>;
  /** Rows that are not added, since they are not as documented. */
  unread: number;
};

const nothing: Totals = { in: ZERO, out: ZERO, net: ZERO, transactions: 0 };

/** Adds rows up by day as they arrive; continues earlier sums of the same days if given. */
export function sumByDay(days: readonly Day[], earlier?: DaySums) {
  const sums: DayMovement[] = earlier
    ? earlier.days.map((day) => ({ ...day }))
    : days.map((day) => ({ ...day, ...nothing }));
  const starts = sums.map(({ from }) => from);
  const ids = new Set(earlier?.ids);
  let unread = earlier?.unread ?? 0;

  const addRow = ({ value }: ReadRow<Transaction>): boolean => {
    const { direction, amount, created_at: createdAt } = value;
    const instant = parseTimestamp(createdAt ?? '')?.instant;
    const day = instant && sums[spanOf(starts, instant)];
    if (day === undefined || instant === undefined || instant > day.to) return false;
    if (amount === undefined || (direction !== 'in' && direction !== 'out')) return false;
    day[direction] = add(day[direction], amount);
    day.net = direction === 'in' ? add(day.net, amount) : subtract(day.net, amount);
    day.transactions += 1;
    return true;
  };
  return {
    addRows(rows: readonly ReadRow<Transaction>[]): void {
      for (const row of rows) {
        const id = row.value.transaction_id;
        if (id !== undefined && ids.has(id)) continue;
        if (id !== undefined) ids.add(id);
        if (id === undefined || !addRow(row)) unread += 1;
      }
    },
    /** How many different transactions were seen. */
    seen: () => ids.size,
    sums: (): DaySums => ({ days: sums, ids, unread }),
  };
}

/** All days together. */
export function totalsOf(days: readonly Totals[]): Totals {
  return days.reduce(
    (total, day) => ({
      in: add(total.in, day.in),
      out: add(total.out, day.out),
      net: add(total.net, day.net),
      transactions: total.transactions + day.transactions,
    }),
    nothing,
  );
}
