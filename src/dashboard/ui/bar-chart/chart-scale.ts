import { type Decimal, decimal, isZero } from '#domain/decimal.ts';

/** Heights of bars. They alone are rounded: every amount that is shown is exact. In pixels. */
export type ChartScale = {
  /** Where zero is, from the top. */
  zero: number;
  /** Lines to read heights by, from the top; `value` is a round number, without a sign below zero as well. */
  ticks: readonly { value: Decimal; y: number }[];
  /** The height of an amount's bar. Zero has none, and the smallest amount has one that is visible. */
  barHeight: (amount: Decimal) => number;
  /** Whether the bar of an amount is cut, as the chart has no room for all of it. */
  isCut: (amount: Decimal) => boolean;
};

/** Keeps a tiny amount visible next to a huge one. */
export const leastBarHeight = 2;
/** Each side has room for its name and at least one line, whatever its bars need. */
const leastShareOfSide = 0.3;
/** Larger exponents can't be real amounts, and the sum must stay a finite number. */
const largest = 1e300;

/** At least one of four amounts may be an outlier, and never more than one of ten. */
const leastAmounts = 4;
const ordinaryShare = 0.9;
/** How many times an ordinary amount an outlier is: less can be read without a cut. */
const outlierFactor = 4;
/** How much higher than the highest whole bar a cut one is. */
const cutFactor = 1.2;

/**
 * A scale from the most that went out in a bucket, below zero, to the most that came in, above it. Outliers are cut, so
 * that they don't flatten all others. `outgoing` is undefined where there is nothing below zero.
 */
export function chartScale(
  incoming: readonly Decimal[],
  outgoing: readonly Decimal[] | undefined,
  height: number,
): ChartScale {
  const cap = capOf([...incoming, ...(outgoing ?? [])].map(numberOf));
  const [mostIn, mostOut] = [incoming, outgoing ?? []].map((amounts) => most(amounts.map(numberOf), cap));
  const leastRoom = outgoing === undefined ? 0 : leastShareOfSide * height;
  const layout = { height, leastRoom, wantedSteps: 4 };
  return scaleOf(mostIn ?? 0, mostOut ?? 0, layout, cap);
}

/** A scale for a line through amounts of either sign. Nothing is cut. */
export function lineScale(amounts: readonly Decimal[], height: number): ChartScale {
  const [highest, lowest] = [1, -1].map((sign) =>
    most(
      amounts.map((amount) => sign * Number(amount)),
      largest,
    ),
  );
  return scaleOf(highest ?? 0, lowest ?? 0, { height, leastRoom: 0, wantedSteps: 3 }, largest);
}

type Layout = { height: number; leastRoom: number; wantedSteps: number };

function scaleOf(mostIn: number, mostOut: number, layout: Layout, cap: number): ChartScale {
  const { height, leastRoom, wantedSteps } = layout;
  const whole = mostIn + mostOut;
  const isCut = (amount: Decimal) => numberOf(amount) > cap;
  if (whole === 0) {
    const zero = Math.round(height / 2);
    const ticks = [{ value: decimal(0), y: zero }];
    return { zero, ticks, barHeight: (amount) => seen(amount, 0), isCut };
  }
  const zero = Math.max(leastRoom, Math.min(height - leastRoom, (mostIn / whole) * height));
  const perUnit = Math.min(
    mostIn === 0 ? Infinity : zero / mostIn,
    mostOut === 0 ? Infinity : (height - zero) / mostOut,
  );
  const wanted = roundUp(height / perUnit / wantedSteps);
  // Each side that has room of its own gets a line, and the larger one gets one in any case.
  const sides = [zero / perUnit, (height - zero) / perUnit];
  const longest = leastRoom > 0 ? Math.min(...sides) : Math.max(...sides);
  const isTooLong = wanted.digit * 10 ** wanted.exponent > longest;
  const { digit, exponent } = isTooLong ? roundDown(longest) : wanted;
  const stepHeight = digit * 10 ** exponent * perUnit;
  const above = stepsIn(zero, stepHeight);
  const below = stepsIn(height - zero, stepHeight);
  return {
    zero,
    ticks: Array.from({ length: above + below + 1 }, (_, index) => ({
      value: decimal(`${Math.abs(above - index) * digit}e${exponent}`),
      y: zero + (index - above) * stepHeight,
    })),
    barHeight: (amount) => seen(amount, Math.min(numberOf(amount), cap) * perUnit),
    isCut,
  };
}

/** The height at which bars are cut: just above the largest amount that isn’t an outlier. */
function capOf(amounts: readonly number[]): number {
  const moved = amounts.filter((amount) => amount > 0).toSorted((a, b) => a - b);
  const rank = Math.min(Math.ceil(moved.length * ordinaryShare), moved.length - 1);
  const ordinary = moved[rank - 1];
  if (moved.length < leastAmounts || ordinary === undefined) return largest;
  const whole = moved.findLast((amount) => amount <= ordinary * outlierFactor) ?? largest;
  return whole === moved.at(-1) ? largest : whole * cutFactor;
}

/** How many whole steps fit; the last one also where the division of two roundings ends just below it. */
function stepsIn(room: number, stepHeight: number): number {
  return Math.floor(room / stepHeight + 1e-9);
}

function seen(amount: Decimal, height: number): number {
  return isZero(amount) ? 0 : Math.max(leastBarHeight, height);
}

function most(amounts: readonly number[], cap: number): number {
  return Math.min(cap, Math.max(0, ...amounts));
}

/** The size of an amount, as near as a number comes to it. */
function numberOf(amount: Decimal): number {
  return Math.min(Math.abs(Number(amount)), largest);
}

type RoundStep = { digit: 1 | 2 | 5; exponent: number };

/** The smallest of 1, 2, 5 and 10 times a power of ten that is at least so much. */
function roundUp(least: number): RoundStep {
  const exponent = Math.floor(Math.log10(least));
  const digit = ([1, 2, 5] as const).find((candidate) => candidate * 10 ** exponent >= least);
  return digit === undefined ? { digit: 1, exponent: exponent + 1 } : { digit, exponent };
}

/** The largest of 1, 2 and 5 times a power of ten that is at most so much. */
function roundDown(atMost: number): RoundStep {
  const exponent = Math.floor(Math.log10(atMost));
  const digit = ([5, 2, 1] as const).find((candidate) => candidate * 10 ** exponent <= atMost);
  return digit === undefined ? { digit: 5, exponent: exponent - 1 } : { digit, exponent };
}
