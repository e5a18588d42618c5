import type { ClosedPeriods } from '#contract/gateway/closed-periods.ts';
import type { Instant } from '#domain/time.ts';
import { dateOf } from '#dashboard/lib/period-text.ts';
import { momentBefore } from '#dashboard/lib/zoned-time.ts';
import {
  dayAfter,
  momentsOfPeriod,
  parseStatementUrl,
  quickPeriod,
  type StatementPeriod,
} from '../statement/statement-period.ts';

/** A period that can be closed next: moments, days of its zone, and whether its first day can be chosen. */
export type NextPeriod = {
  from: Instant;
  to: Instant;
  zone: string;
  days: StatementPeriod;
  isFirst: boolean;
};

/**
 * The period of the page’s URL if it can be the next one, else the usual one: the rest of the month after the last closed
 * period, or the last whole month if none is closed. `iana`: the user’s zone, for the first period.
 */
export function nextPeriod(
  search: URLSearchParams,
  { next_from: nextFrom, time_zone: lastZone }: Pick<ClosedPeriods, 'next_from' | 'time_zone'>,
  { now, iana }: { now: Instant; iana: string },
): NextPeriod {
  if (nextFrom === null || lastZone === null) {
    const isAsked = search.has('to');
    const days = isAsked ? parseStatementUrl(search, now, iana) : quickPeriod('last-month', now, iana);
    return { ...momentsOfPeriod(days, iana), zone: iana, days, isFirst: true };
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server writes instants.
  const from = dateOf(nextFrom as Instant, lastZone);
  const asked = parseStatementUrl(new URLSearchParams({ from, to: search.get('to') ?? '' }), now, lastZone);
  const days = { from, to: asked.from === from && search.has('to') ? asked.to : endOfMonth(from) };
  return { ...momentsOfPeriod(days, lastZone), zone: lastZone, days, isFirst: false };
}

/** The last day of a period, as a date. */
export function lastDayOf({ to, zone }: NextPeriod): string {
  return dateOf(momentBefore(to), zone);
}

/** The search of a period whose last day is chosen. */
export function searchOf({ from }: StatementPeriod, lastDay: string, isFirst: boolean): string {
  const to = dayAfter(lastDay);
  return `?${new URLSearchParams(isFirst ? { from, to } : { to }).toString()}`;
}

/** The first day of the month after the date’s. */
function endOfMonth(date: string): string {
  const [year = 0, month = 0] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}
