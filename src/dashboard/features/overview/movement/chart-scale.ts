import { type Decimal, decimal, isZero } from '#domain/decimal.ts';

/** Heights of bars. They alone are rounded: every amount that is shown is exact. In pixels. */
export type ChartScale = {
  /** Where zero is, from the top. */
  zero: number;
  /** Lines to read heights by, from the top; `value` is a round number, without a sign below zero as well. */
  ticks: readonly { value: Decimal; y: number }[];
  /** How high the bar of an amount is. Nothing has none, and the smallest amount has one that can be seen. */
  barHeight: (amount: Decimal) => number;
};

/** So that a tiny amount beside a huge one does not look like none. */
export const leastBarHeight = 2;
const wantedSteps = 4;
/** Larger ones are no amounts; their sum must stay a number. */
const largest = 1e300;

/** A scale from the most that went out on a day, below zero, to the most that came in, above it. */
export function chartScale(
  incoming: readonly Decimal[],
  outgoing: readonly Decimal[],
  height: number,
): ChartScale {
  const [mostIn, mostOut] = [most(incoming), most(outgoing)];
  const whole = mostIn + mostOut;
  if (whole === 0) {
    const zero = Math.round(height / 2);
    return { zero, ticks: [{ value: decimal(0), y: zero }], barHeight: (amount) => seen(amount, 0) };
  }
  const zero = Math.max(roomFor(mostIn), Math.min(height - roomFor(mostOut), (mostIn / whole) * height));
  const { digit, exponent } = roundStep(whole / wantedSteps);
  const perUnit = Math.min(
    mostIn === 0 ? Infinity : zero / mostIn,
    mostOut === 0 ? Infinity : (height - zero) / mostOut,
  );
  const stepHeight = digit * 10 ** exponent * perUnit;
  const above = stepsIn(zero, stepHeight);
  const below = stepsIn(height - zero, stepHeight);
  return {
    zero,
    ticks: Array.from({ length: above + below + 1 }, (_, index) => ({
      value: decimal(`${Math.abs(above - index) * digit}e${exponent}`),
      y: zero + (index - above) * stepHeight,
    })),
    barHeight: (amount) => seen(amount, numberOf(amount) * perUnit),
  };
}

/** What a side of the chart takes at least. */
function roomFor(largestBar: number): number {
  return largestBar === 0 ? 0 : leastBarHeight;
}

/** How many whole steps fit; the last one also where the division of two roundings ends just below it. */
function stepsIn(room: number, stepHeight: number): number {
  return Math.floor(room / stepHeight + 1e-9);
}

function seen(amount: Decimal, height: number): number {
  return isZero(amount) ? 0 : Math.max(leastBarHeight, height);
}

function most(amounts: readonly Decimal[]): number {
  return Math.max(0, ...amounts.map(numberOf));
}

/** The size of an amount, as near as a number comes to it. */
function numberOf(amount: Decimal): number {
  return Math.min(Math.abs(Number(amount)), largest);
}

/** The smallest of 1, 2, 5 and 10 times a power of ten that is at least so much. */
function roundStep(least: number): { digit: 1 | 2 | 5; exponent: number } {
  const exponent = Math.floor(Math.log10(least));
  const digit = ([1, 2, 5] as const).find((candidate) => candidate * 10 ** exponent >= least);
  return digit === undefined ? { digit: 1, exponent: exponent + 1 } : { digit, exponent };
}
