import { formatAmount, formatCount, formatList } from '#domain/format.ts';
import { parseTimestamp } from '#domain/time.ts';
import type { ValueCurrency } from '#domain/value-currencies.ts';
import type { RateStep, ValueTotal } from '#domain/value.ts';
import { dateOf } from '#dashboard/lib/period-text.ts';
import { formatInstant } from '#dashboard/lib/zoned-time.ts';

/** `1 BTC = 61,234.5 EUR, 2026-10-31 13:00:00, from rates.csv`. */
function stepText({ currency, quote, rate, at, source, origin }: RateStep, iana: string): string {
  const pair = `1 ${currency} = ${formatAmount(rate)} ${quote}`;
  if (source === 'rule') return `${pair}, by your account’s settings`;
  const instant = parseTimestamp(at)?.instant;
  const moment = instant === undefined ? at : formatInstant(instant, iana);
  return `${pair}, ${moment}, from ${source === 'exchange' ? `your exchange ${origin}` : origin}`;
}

/** How an amount was valued, a line for each rate; one line where it needed none. */
export function wayTexts(steps: readonly RateStep[], iana: string): string[] {
  if (steps.length === 0) return ['No rate needed'];
  const texts = steps.map((step) => stepText(step, iana));
  return steps.length === 1 ? texts : ['Cross rate', ...texts];
}

/**
 * What a total is made with and what it leaves out: `EUR at rates of 2026-10-31. Without 2 currencies that have no rate:
 * BNB and TRX.`
 */
export function totalText({ steps, without }: ValueTotal, quote: ValueCurrency, iana: string): string {
  const dates = steps
    .filter(({ source }) => source !== 'rule')
    .map(({ at }) => parseTimestamp(at)?.instant)
    .filter((at) => at !== undefined)
    .map((at) => dateOf(at, iana))
    .toSorted();
  const [first, last] = [dates[0], dates.at(-1)];
  const at =
    first === undefined || last === undefined
      ? `${quote}.`
      : `${quote} at rates of ${first === last ? first : `${first} to ${last}`}.`;
  const coins = steps.filter(({ source }) => source === 'rule').map(({ currency }) => currency);
  const rule =
    coins.length === 0
      ? ''
      : ` ${formatList(coins)} ${coins.length === 1 ? 'counts' : 'count'} as 1 USD, by your account’s settings.`;
  const missing =
    without.length === 0
      ? ''
      : ` Without ${formatCount(without.length, 'currency that has', 'currencies that have')} no rate: ${formatList(without)}.`;
  return `${at}${rule}${missing}`;
}
