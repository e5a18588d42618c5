import { add, compare, divide, multiply } from './arithmetic.ts';
import { type Decimal, decimal, decimalPlaces, isNegative, isZero, ZERO } from './decimal.ts';
import { formatAmount } from './format.ts';
import type { RateSource, ValueCurrency } from './value-currencies.ts';

/** One rate on the way from a currency to the one that it is valued in. */
export type RateStep = {
  /** One unit of it is `rate` units of `quote`. */
  currency: string;
  quote: string;
  rate: Decimal;
  /** ISO 8601: the moment that the rate is of. */
  at: string;
  source: RateSource;
  /** A file's name, a URL's host or an exchange's transaction ID; null for a rule. */
  origin: string | null;
  /** Whether the way leads from `quote` to `currency`, so that amounts are divided by the rate. */
  is_inverse: boolean;
};

/** The way from each currency that has a rate. An empty one is the currency itself. */
export type RatesByCurrency = ReadonlyMap<string, readonly RateStep[]>;

/** An exact value. A quotient may have no end, so it is kept as a fraction until it is shown. */
export type Value = { numerator: Decimal; divisor: Decimal };

const ONE = decimal(1);

export const noValue: Value = { numerator: ZERO, divisor: ONE };

/** What an amount is worth by the rates of the steps, exactly. */
export function valueOf(amount: Decimal, steps: readonly RateStep[]): Value {
  let [numerator, divisor] = [amount, ONE];
  for (const { rate, is_inverse: isInverse } of steps) {
    if (isInverse) divisor = multiply(divisor, rate);
    else numerator = multiply(numerator, rate);
  }
  return { numerator, divisor };
}

/** The exact sum. Values that share a divisor, such as one EUR/USD rate, keep it. */
export function sumValues(values: Iterable<Value>): Value {
  const ofDivisor = new Map<Decimal, Decimal>();
  for (const { numerator, divisor } of values) {
    ofDivisor.set(divisor, add(ofDivisor.get(divisor) ?? ZERO, numerator));
  }
  let total = noValue;
  for (const [divisor, numerator] of ofDivisor) {
    total = {
      numerator: add(multiply(total.numerator, divisor), multiply(numerator, total.divisor)),
      divisor: multiply(total.divisor, divisor),
    };
  }
  return total;
}

const SHOWN_PLACES = 2;

/** The value to 2 decimals, rounded half to even. Only for showing: sums are made of exact values. */
export function roundValue({ numerator, divisor }: Value): Decimal {
  return divide(numerator, divisor, SHOWN_PLACES);
}

/** `1,234.50`. A value that isn't zero but rounds to it is `<0.01` or `>−0.01`. */
export function formatDigits(value: Value): string {
  const rounded = roundValue(value);
  if (isZero(rounded) && !isZero(value.numerator)) return isNegative(value.numerator) ? '>−0.01' : '<0.01';
  const places = decimalPlaces(rounded);
  const padding = `${places === 0 ? '.' : ''}${'0'.repeat(SHOWN_PLACES - places)}`;
  return `${formatAmount(rounded)}${padding}`;
}

/** The same with its currency: `1,234.50 EUR`. */
export function formatValue(value: Value, currency: ValueCurrency): string {
  return `${formatDigits(value)} ${currency}`;
}

/** Whether the value, whatever its sign, is below the threshold. Zero is not dust: it is nothing. */
export function isDust({ numerator, divisor }: Value, threshold: Decimal): boolean {
  const size = isNegative(numerator) ? multiply(numerator, decimal(-1)) : numerator;
  return !isZero(size) && compare(size, multiply(threshold, divisor)) < 0;
}

type Item = { currency: string; amount: Decimal };

export type ValueTotal = {
  /** Exact, of all items that have a rate. */
  total: Value;
  /** Currencies whose amounts the total leaves out, because they have no rate. Amounts of zero need none. */
  without: string[];
  /** The rates that the total is made with, each once. */
  steps: RateStep[];
};

/** Adds up what has a rate, and names what has none. */
export function totalValue(items: readonly Item[], rates: RatesByCurrency): ValueTotal {
  const values: Value[] = [];
  const without = new Set<string>();
  const steps = new Map<string, RateStep>();
  for (const { currency, amount } of items) {
    const way = rates.get(currency);
    if (isZero(amount)) continue;
    if (way === undefined) {
      without.add(currency);
      continue;
    }
    values.push(valueOf(amount, way));
    for (const step of way) steps.set(`${step.currency} ${step.quote}`, step);
  }
  return { total: sumValues(values), without: [...without], steps: [...steps.values()] };
}
