import { isZero } from '#domain/decimal.ts';
import { formatAmount, formatList } from '#domain/format.ts';
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

/** Whether anything could be valued, or there was nothing to value. */
export function hasValue({ total, steps, without }: ValueTotal): boolean {
  return steps.length > 0 || !isZero(total.numerator) || without.length === 0;
}

/**
 * What a total is made with and what it leaves out: `EUR at rates of 2026-10-31. Not included, because there is no EUR
 * rate: BNB and TRX.` Of a total without any value: `No EUR rate for BNB.`
 */
export function totalText(total: ValueTotal, quote: ValueCurrency, iana: string): string {
  const { steps, without } = total;
  if (!hasValue(total)) return `No ${quote} rate for ${formatList(without)}.`;
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
    without.length === 0 ? '' : ` Not included, because there is no ${quote} rate: ${formatList(without)}.`;
  return `${at}${rule}${missing}`;
}
