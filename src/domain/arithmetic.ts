import { Big } from 'big.js';
import { type Decimal, isDecimal, MAXIMUM_DIGITS, ZERO } from './decimal.ts';

/** The arithmetic is exact. It throws a RangeError where a result has more than `MAXIMUM_DIGITS` digits. */
export function add(a: Decimal, b: Decimal): Decimal {
  return fromBig(new Big(a).plus(b));
}

export function subtract(a: Decimal, b: Decimal): Decimal {
  return fromBig(new Big(a).minus(b));
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return fromBig(new Big(a).times(b));
}

/**
 * The quotient to at most `places` decimal places, rounded half to even, so that the errors of many
 * roundings do not add up in one direction. Throws a RangeError when `b` is zero.
 */
export function divide(a: Decimal, b: Decimal, places: number): Decimal {
  if (b === ZERO) throw new RangeError('Division by zero.');
  if (!Number.isInteger(places) || places < 0 || places > MAXIMUM_DIGITS) {
    throw new RangeError(`Decimal places must be an integer from 0 to ${MAXIMUM_DIGITS}.`);
  }
  // Big keeps precision and rounding on the constructor; one of our own leaves the shared one alone.
  const Quotient = Big();
  Quotient.DP = places;
  Quotient.RM = Big.roundHalfEven;
  return fromBig(new Quotient(a).div(b));
}

/** To so many significant digits, rounded half away from zero. */
export function roundToDigits(a: Decimal, digits: number): Decimal {
  return fromBig(new Big(a).prec(digits, Big.roundHalfUp));
}

export function negate(a: Decimal): Decimal {
  return fromBig(new Big(a).neg());
}

/** -1 when `a` is smaller, 1 when it is greater, 0 when both are equal: an order for `sort`. */
export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  return new Big(a).cmp(b);
}

/** The sum of all, zero for none. */
export function sum(values: Iterable<Decimal>): Decimal {
  let total = new Big(0);
  for (const value of values) total = total.plus(value);
  return fromBig(total);
}

function fromBig(value: Big): Decimal {
  // Without an argument, toFixed writes every digit there is, no superfluous zero and no sign for zero.
  const text = value.toFixed();
  if (!isDecimal(text)) throw new RangeError(`A result has more than ${MAXIMUM_DIGITS} digits.`);
  return text;
}
