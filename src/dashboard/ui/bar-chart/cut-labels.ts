import { decimal, type Decimal } from '#domain/decimal.ts';
import { compare, divide, roundToDigits } from '#domain/arithmetic.ts';
import { formatAmount } from '#domain/format.ts';

const units = [
  { letter: 'T', one: decimal('1000000000000') },
  { letter: 'B', one: decimal('1000000000') },
  { letter: 'M', one: decimal('1000000') },
  { letter: 'K', one: decimal('1000') },
];

/** `1.23M`, or `≈1.23M` where digits are left out, of an amount that isn't negative. */
export function compactAmount(amount: Decimal): string {
  const rounded = roundToDigits(amount, 3);
  const { letter, one } = units.find((unit) => compare(rounded, unit.one) >= 0) ?? {};
  const text =
    one === undefined ? formatAmount(rounded) : `${formatAmount(divide(rounded, one, 2))}${letter}`;
  return rounded === amount ? text : `≈${text}`;
}

/** What a label takes of the width of a chart, on a phone and elsewhere. */
const labelShares = { phone: 0.18, wide: 0.06 };

export type CutLabel = {
  index: number;
  amount: Decimal;
  /** Whether it would touch another label on a phone. */
  isForWideOnly: boolean;
};

/**
 * The bars of one side whose values can be written next to them without touching each other: of neighbors, the larger
 * one. `amounts` has undefined for bars that aren't cut.
 */
export function cutLabels(amounts: readonly (Decimal | undefined)[]): CutLabel[] {
  const cut = amounts.flatMap((amount, index) => (amount === undefined ? [] : [{ amount, index }]));
  const labels: CutLabel[] = [];
  for (const { amount, index } of cut.toSorted((a, b) => compare(b.amount, a.amount))) {
    const distances = (some: readonly CutLabel[]) =>
      some.map((label) => Math.abs(label.index - index) / amounts.length);
    if (distances(labels).some((distance) => distance < labelShares.wide)) continue;
    const onPhone = labels.filter(({ isForWideOnly }) => !isForWideOnly);
    const isForWideOnly = distances(onPhone).some((distance) => distance < labelShares.phone);
    labels.push({ index, amount, isForWideOnly });
  }
  return labels.toSorted((a, b) => a.index - b.index);
}
