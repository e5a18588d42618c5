import { compare, divide, multiply, subtract } from './arithmetic.ts';
import { type Decimal, decimal, isZero, ZERO } from './decimal.ts';

/** A rate, and whether its digits are all of it. */
export type EffectiveRate = { rate: Decimal; isExact: boolean };

const places = 18;
/** Of the spread in percent, rounded half to even. */
const spreadPlaces = 4;

/**
 * What one unit that was given brought after all fees: received by given. A quotient without an end is rounded to 18
 * decimals and says so. Undefined where nothing was given.
 */
export function effectiveRate(given: Decimal, received: Decimal): EffectiveRate | undefined {
  if (compare(given, ZERO) === 0) return undefined;
  const rate = divide(received, given, places);
  return { rate, isExact: compare(multiply(rate, given), received) === 0 };
}

/**
 * By how many percent less was received than the stated rates would have given without a fee, to four decimals. Below
 * zero: more was received. Undefined where nothing was exchanged.
 */
export function spreadOf({ received, stated }: { received: Decimal; stated: Decimal }): Decimal | undefined {
  if (isZero(stated)) return undefined;
  return divide(multiply(subtract(stated, received), decimal(100)), stated, spreadPlaces);
}
