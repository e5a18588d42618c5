import { formatAmount, formatCount } from '#domain/format.ts';
import type { DayMovement } from './movement-days.ts';

const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });

/** `21 Nov` for `2026-11-21`. */
export function shortDate(date: string): string {
  return short.format(new Date(date));
}

/** `Sat` for `2026-11-21`. */
export function weekdayOf(date: string): string {
  return weekday.format(new Date(date));
}

/** `1 transaction`, `2 transactions`. */
export function transactionsText(count: number): string {
  return formatCount(count, 'transaction');
}

/** `Sat 2026-11-21: in 5 BTC, out 7 BTC, net −2 BTC, 2 transactions`. */
export function formatDay(day: DayMovement, currency: string): string {
  const parts = (['in', 'out', 'net'] as const).map(
    (name) => `${name} ${formatAmount(day[name])} ${currency}`,
  );
  return `${weekdayOf(day.date)} ${day.date}: ${parts.join(', ')}, ${transactionsText(day.transactions)}`;
}
