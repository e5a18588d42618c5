import { type Decimal, decimalPlaces, isPositive, parseDecimal } from '#domain/decimal.ts';
import { formatList } from '#domain/format.ts';
import { type Instant, lastMomentOfDay, parseDateTimeParameter } from '#domain/time.ts';
import { valueCurrencies } from '#domain/value-currencies.ts';

/** A rate that someone wants to record. */
export type NewRate = { currency: string; quote: string; rate: Decimal; at: Instant };

export type RateFields = { at: string; currency: string; quote: string; rate: string };

type Read = { ok: true; rate: NewRate } | { ok: false; problem: string };

const MOST_PLACES = 30;
const LONGEST_RATE = 60;
const LONGEST_SHOWN = 40;
const NOON = 'T12:00:00Z';

/** The pair and the moment of a rate: an account has one value for each of a source. */
export function rateKey({ currency, quote, at }: Pick<NewRate, 'currency' | 'quote' | 'at'>): string {
  return `${currency} ${quote} ${at}`;
}

/**
 * Reads one rate as a file or a URL writes it, or says what is wrong with it. A date alone means noon in UTC: it is then a rate
 * of that day in almost every time zone. It must not be in the future, though the noon of today may be still to come.
 */
export function parseRate(
  { at, currency: name, quote: quoteName, rate: text }: RateFields,
  now: Instant,
): Read {
  const moment = parseDateTimeParameter(at);
  if (moment === undefined) return wrong(at, 'isn’t a date such as 2026-10-31 or 2026-10-31T16:00:00Z');
  const limit = moment.isDateOnly ? lastMomentOfDay(now) : now;
  if (moment.instant > limit) return wrong(at, 'is in the future');
  const currency = name.toUpperCase();
  if (!/^[A-Z\d]{1,16}$/.test(currency)) return wrong(name, 'isn’t a currency such as BTC');
  const quote = valueCurrencies.find((each) => each === quoteName.toUpperCase());
  if (quote === undefined) return wrong(quoteName, `isn’t ${formatList(valueCurrencies, 'or')}`);
  if (quote === currency) return wrong(currency, 'is valued in itself');
  const rate = text.length <= LONGEST_RATE ? parseDecimal(text) : undefined;
  if (rate === undefined) return wrong(text, 'isn’t a number such as 1234.56');
  if (!isPositive(rate)) return wrong(text, 'isn’t above 0');
  if (decimalPlaces(rate) > MOST_PLACES) return wrong(text, `has more than ${MOST_PLACES} decimals`);
  const instant = moment.isDateOnly
    ? (parseDateTimeParameter(`${at}${NOON}`)?.instant ?? moment.instant)
    : moment.instant;
  return { ok: true, rate: { currency, quote, rate, at: instant } };
}

function wrong(value: string, what: string): Read {
  if (value === '') return { ok: false, problem: 'A value is missing.' };
  const shown = value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value;
  return { ok: false, problem: `“${shown.toWellFormed().replaceAll(/\p{C}/gu, '?')}” ${what}.` };
}
