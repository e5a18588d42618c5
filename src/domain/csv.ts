import { isDecimal } from './decimal.ts';

/** A column of a CSV file. Only an `amount` may be a number; everything else is text. */
export type CsvColumn = { name: string; kind: 'text' | 'amount' | 'time' };

/** A comma for files (RFC 4180), a tab for the clipboard. */
export type CsvSeparator = ',' | '\t';

// A position where a spreadsheet may begin a cell, whatever separator it assumes.
const guardedPlace = /(?<=^|[;\t\r\n])(?=[\s\p{Cf}]*['=+\-@＝＋－＠])|^(?=[\t\r\n])/gu;
const guardAt = /(?<=^|[;\t\r\n])'(?=[\s\p{Cf}]*['=+\-@＝＋－＠])|^'(?=[\t\r\n])/gu;

// Hardly any text needs the guard, and this check is quick.
const mayNeedGuard = /^[\s\p{Cf}'=+\-@＝＋－＠]|[;\t\r\n]/u;

/**
 * Text that no spreadsheet runs as a formula (OWASP, CSV injection): an apostrophe is put in front of what could be
 * one. `unguarded` returns the exact text.
 */
export function guarded(text: string): string {
  return mayNeedGuard.test(text) ? text.replace(guardedPlace, "'") : text;
}

/** The text that `guarded` was given. */
export function unguarded(text: string): string {
  return text.replace(guardAt, '');
}

/** The line with the columns' names. */
export function csvHeader(columns: readonly CsvColumn[], separator: CsvSeparator = ','): string {
  return csvLine(
    columns.map(({ name }) => csvCell(name, 'text')),
    separator,
  );
}

/** A row as one line; its cells in the order of the columns. */
export function csvRow(
  columns: readonly CsvColumn[],
  cells: readonly string[],
  separator: CsvSeparator = ',',
): string {
  return csvLine(
    columns.map(({ kind }, index) => csvCell(cells[index] ?? '', kind)),
    separator,
  );
}

/** Columns that hold text only, by their names. */
export function textColumns(names: readonly string[]): CsvColumn[] {
  return names.map((name) => ({ name, kind: 'text' }));
}

/** An amount stays the number it is, whatever its sign, as long as it is one. */
function csvCell(text: string, kind: CsvColumn['kind']): string {
  const safe = kind === 'amount' && isDecimal(text) ? text : guarded(text);
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function csvLine(cells: readonly string[], separator: CsvSeparator): string {
  return cells.join(separator) + (separator === ',' ? '\r\n' : '\n');
}
