import { compare, divide, multiply } from '#domain/arithmetic.ts';
import { type Decimal, ZERO } from '#domain/decimal.ts';

/** A rate, and whether its digits are all of it. */
export type EffectiveRate = { rate: Decimal; isExact: boolean };

const places = 18;

/**
 * What one unit that was given brought after all fees: received by given. A quotient without an end is rounded to 18
 * decimals and says so. Undefined where nothing was given.
 */
export function effectiveRate(given: Decimal, received: Decimal): EffectiveRate | undefined {
  if (compare(given, ZERO) === 0) return undefined;
  const rate = divide(received, given, places);
  return { rate, isExact: compare(multiply(rate, given), received) === 0 };
}
