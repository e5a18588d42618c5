import type { Decimal } from '#domain/decimal.ts';
import { compare } from '#domain/arithmetic.ts';
import { once } from '#domain/once.ts';

const compact = { notation: 'compact', maximumSignificantDigits: 3 } as const;
const rounded = once(() => new Intl.NumberFormat('en-US', compact));
const exact = once(() => new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 100 }));

/** `1.23M`, or `≈1.23M` where digits are left out. */
export function compactAmount(amount: Decimal): string {
  const number = amount as `${number}`;
  const text = rounded().format(number);
  return text === exact().format(number) ? text : `≈${text}`;
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
