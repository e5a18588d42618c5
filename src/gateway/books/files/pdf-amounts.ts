import { notKnown } from '#contract/gateway/provider-statement-notes.ts';
import { type Decimal, decimalPlaces, isZero } from '#domain/decimal.ts';
import { formatAmount } from '#domain/format.ts';
import type { Column, PdfSheet } from '#pdf/pdf-sheet.ts';

/** A line of a table of amounts, and whether it is there where it is zero everywhere. */
export type AmountLine<Name extends string> = {
  name: Name;
  label: string;
  isAlways?: true;
  isBold?: true;
};

/** A column of amounts: a place, or all of them. Null is not known. */
type AmountsColumn<Name extends string> = { title: string; amounts: Record<Name, Decimal | null> };

const labelWidth = 100;
const amountLook = { size: 7.5 };
const room = 14;
const headingHeight = 30;

/** Amounts below each other, so that they are read as they are added up; as many columns side by side as there is room for. */
export function writeAmounts<Name extends string>(
  sheet: PdfSheet,
  currency: string,
  { lines, columns: all }: { lines: readonly AmountLine<Name>[]; columns: readonly AmountsColumn<Name>[] },
): void {
  const shown = lines.filter(
    ({ name, isAlways }) => isAlways === true || all.some(({ amounts }) => !isNothing(amounts[name])),
  );
  const measured = all.map(({ title, amounts }) => {
    const values = shown.flatMap(({ name }) => amounts[name] ?? []);
    const places = Math.max(0, ...values.map(decimalPlaces));
    const whole = Math.max(1, ...values.map((value) => formatAmount(value).split('.', 1).join('').length));
    const decimals = places === 0 ? '' : `.${'0'.repeat(places)}`;
    const texts = [
      '0'.repeat(whole),
      ...(shown.some(({ name }) => amounts[name] === null) ? [notKnown] : []),
    ];
    const width = Math.max(
      ...texts.map((text) => sheet.widthOf(`${text}${decimals}`, { ...amountLook, isBold: true })),
      ...title.split(' ').map((word) => sheet.widthOf(word, amountLook)),
      70,
    );
    return { title, amounts, places, width: Math.min(sheet.width - labelWidth, width + room) };
  });
  // The header may have two lines.
  const height = (shown.length + 2) * sheet.rowHeight(amountLook);
  sheet.keepTogether(height + headingHeight);
  sheet.heading(currency);
  for (const band of bandsOf(measured, sheet.width - labelWidth)) {
    const used = band.reduce((width, column) => width + column.width, labelWidth);
    const columns: Column[] = [
      { title: '', width: labelWidth },
      ...band.map(({ title, width, places }) => ({ title, width, places, isNumber: true })),
    ];
    // What is left of the page stays empty, so that columns are as wide as their amounts.
    columns.push({ title: '', width: sheet.width - used });
    sheet.keepTogether(height);
    sheet.tableHeader(columns, amountLook);
    for (const { name, label, isBold } of shown) {
      const cells = [label, ...band.map(({ amounts }) => amountText(amounts[name]))];
      sheet.tableRows(columns, [cells], { ...amountLook, isBold: isBold === true });
    }
    sheet.gap(8);
  }
}

/** Whether an amount says that there was nothing, which one that isn't known doesn't. */
export function isNothing(amount: Decimal | null): boolean {
  return amount !== null && isZero(amount);
}

function amountText(amount: Decimal | null): string {
  return amount === null ? notKnown : formatAmount(amount);
}

/** As many columns in each as there is room for. */
function bandsOf<T extends { width: number }>(columns: readonly T[], width: number): T[][] {
  const bands: T[][] = [];
  let left = 0;
  for (const column of columns) {
    const band = bands.at(-1);
    if (band === undefined || column.width > left) {
      bands.push([column]);
      left = width - column.width;
    } else {
      band.push(column);
      left -= column.width;
    }
  }
  return bands;
}
