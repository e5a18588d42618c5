import { divide, multiply, sum } from '#domain/arithmetic.ts';
import { type Decimal, ZERO, decimal, isNegative, isZero } from '#domain/decimal.ts';

/** A part of a whole in percent. */
export type Share = {
  /** Rounded half to even to 0.01. */
  percent: Decimal;
  /** For the eye; says so where rounding would claim nothing or everything: `<0.01%`, `>99.99%`. */
  text: string;
};

const places = 2;
const hundred = decimal(100);

/** Undefined where a share says nothing: of a whole that is zero, or among amounts below zero. */
export function shareOf(part: Decimal, whole: Decimal): Share | undefined {
  if (isZero(whole) || isNegative(whole) || isNegative(part)) return undefined;
  const percent = divide(multiply(part, hundred), whole, places);
  if (percent === ZERO) return { percent, text: isZero(part) ? '0%' : '<0.01%' };
  if (percent === hundred) return { percent, text: part === whole ? '100%' : '>99.99%' };
  return { percent, text: `${withPlaces(percent)}%` };
}

/** What the rounded shares of a whole add up to, where that is not 100. */
export function roundedSum(parts: readonly Decimal[], whole: Decimal): string | undefined {
  const shares = parts.map((part) => shareOf(part, whole));
  if (shares.some((share) => share === undefined)) return undefined;
  const total = sum(shares.map((share) => share?.percent ?? ZERO));
  return total === hundred ? undefined : `${withPlaces(total)}%`;
}

function withPlaces(percent: Decimal): string {
  const [whole = '0', fraction = ''] = percent.split('.');
  return `${whole}.${fraction.padEnd(places, '0')}`;
}

/** A piece of a bar, in hundredths of a percent of its length: for drawing only. */
export type Segment = { start: number; length: number };

/** Where the parts of a whole lie along a bar. What is there but too little to see stays visible. */
export function segmentsOf(parts: readonly Decimal[], whole: Decimal): Segment[] {
  const smallest = 40;
  const lengths = parts.map((part) => {
    const share = shareOf(part, whole);
    return share === undefined || isZero(part) ? 0 : Math.max(smallest, Number(share.percent) * 100);
  });
  const total = lengths.reduce((length, next) => length + next, 0);
  let start = 0;
  return lengths.map((length) => {
    const segment = { start, length: total === 0 ? 0 : (length / total) * 10_000 };
    start += segment.length;
    return segment;
  });
}
