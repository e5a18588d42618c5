import type { Instant } from '#domain/time.ts';
import { resolveRange } from './date-range.ts';
import { formatLongDate } from './date-names.ts';
import { isStartOfDay, justAfter } from './period-text.ts';
import { formatInstant, momentBefore } from './zoned-time.ts';

/** The moments that are one click away, at the end of a day of the zone. */
export function quickMoments(now: Instant, iana: string): { label: string; at: Instant }[] {
  const choices = [
    ['End of yesterday', 'yesterday'],
    ['End of last month', 'last-month'],
  ] as const;
  return choices.flatMap(([label, range]) => {
    const { to } = resolveRange(range, now, iana);
    return to === undefined ? [] : [{ label, at: justAfter(to) }];
  });
}

/** `October 31, 2026, end of day`, or with the time in the zone: `October 31, 2026, 15:30`. */
export function formatAsOf(at: Instant, iana: string): string {
  const isEndOfDay = isStartOfDay(at, iana);
  const clock = formatInstant(isEndOfDay ? momentBefore(at) : at, iana);
  const date = formatLongDate(clock.slice(0, 10));
  const time = isEndOfDay ? 'end of day' : clock.slice(11).replace(/^(\d\d:\d\d):00/, '$1');
  return `${date}, ${time}`;
}
