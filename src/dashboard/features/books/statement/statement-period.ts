import { type Instant, parseDateTimeParameter } from '#domain/time.ts';
import { resolveRange } from '#dashboard/lib/date-range.ts';
import { dateOf, justAfter, periodText } from '#dashboard/lib/period-text.ts';
import type { StatementFilters } from './statement-filters.ts';
import { firstMomentAt, momentBefore } from '#dashboard/lib/zoned-time.ts';

/** Two dates such as `2026-11-01`: the first day, and the day after the last one. Days of the user's zone. */
export type StatementPeriod = { from: string; to: string };

/** The periods that are one click away, by the names of the ranges of lists. */
export const quickPeriods = [
  { name: 'last-month', label: 'Last month' },
  { name: 'month', label: 'This month' },
  { name: 'year', label: 'This year' },
] as const;

type QuickPeriod = (typeof quickPeriods)[number]['name'];

/** The days that a quick choice means now. */
export function quickPeriod(name: QuickPeriod, now: Instant, iana: string): StatementPeriod {
  const { from, to } = resolveRange(name, now, iana);
  return { from: dateOf(from, iana), to: dateOf(to === undefined ? now : justAfter(to), iana) };
}

/** Parses the page's URL: `?from=2026-10-01&to=2026-11-01`. Anything else is the last whole month. */
export function parseStatementUrl(search: URLSearchParams, now: Instant, iana: string): StatementPeriod {
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? ''];
  const areDates = [from, to].every((text) => parseDateTimeParameter(text)?.isDateOnly === true);
  return areDates && from < to ? { from, to } : quickPeriod('last-month', now, iana);
}

/** The query string of a period and of what the statement is limited to, with its `?`. */
export function formatStatementUrl({ from, to }: StatementPeriod, filters: StatementFilters = {}): string {
  return `?${new URLSearchParams({ from, to, ...filters }).toString()}`;
}

/** When the period begins, and the first moment after it. */
export function momentsOfPeriod({ from, to }: StatementPeriod, iana: string): { from: Instant; to: Instant } {
  const startOf = (date: string) => firstMomentAt(iana, new Date(`${date}T00:00:00Z`));
  return { from: startOf(from), to: startOf(to) };
}

/** `2026-10-01 – 2026-10-31`: the first and the last day. */
export function formatPeriod(period: StatementPeriod, iana: string): string {
  const { from, to } = momentsOfPeriod(period, iana);
  return periodText(from, momentBefore(to), iana);
}

/** The day after a date. */
export function dayAfter(date: string): string {
  return new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
}
