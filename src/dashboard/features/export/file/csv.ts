import type { Column } from '../export-lists.ts';

// Where a cell may begin for a spreadsheet, whatever it takes for the separator.
const guardedPlace = /(?<=^|[;\t\r\n])(?=[\s\p{Cf}]*['=+\-@＝＋－＠])|^(?=[\t\r\n])/gu;
const guardAt = /(?<=^|[;\t\r\n])'(?=[\s\p{Cf}]*['=+\-@＝＋－＠])|^'(?=[\t\r\n])/gu;

// Nearly no text of a list has such a place, and this tells at once.
const mayNeedGuard = /^[\s\p{Cf}'=+\-@＝＋－＠]|[;\t\r\n]/u;

/**
 * Text that no spreadsheet runs as a formula (OWASP, CSV injection): an apostrophe stands in front of what could
 * be one. `unguarded` gives back the very text.
 */
export function guarded(text: string): string {
  return mayNeedGuard.test(text) ? text.replace(guardedPlace, "'") : text;
}

export function unguarded(text: string): string {
  return text.replace(guardAt, '');
}

/** One cell of a comma-separated file. An amount is a number, whatever its sign. */
export function csvCell(text: string, kind: Column['kind']): string {
  const safe = kind === 'amount' ? text : guarded(text);
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The line with the columns' names. */
export function csvHeader(columns: readonly Column[]): string {
  return csvLine(columns.map(({ name }) => csvCell(name, 'text')));
}

/** A row as one line; its cells in the order of the columns. */
export function csvRow(columns: readonly Column[], cells: readonly string[]): string {
  return csvLine(columns.map(({ kind }, index) => csvCell(cells[index] ?? '', kind)));
}

function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}

/** What the SHA-256 of an export is taken of, so that anybody can take it again. */
export const canonicalRows =
  'The rows as comma-separated values (RFC 4180) in UTF-8 without a byte order mark: a line with the names of the ' +
  'columns, then a line for each row in its order, each line ended by CR LF. Amounts are plain decimals without ' +
  'superfluous zeros; times are ISO 8601 with six decimals of a second and the offset of the time zone; what is ' +
  'missing is empty. In every other text, an apostrophe stands at its beginning and after each semicolon, tab, CR ' +
  "and LF in it, wherever one of = + - @ (or their full-width forms) or ' comes next, spaces and invisible " +
  'characters aside; and in front of a text that begins with a tab, CR or LF. A cell is quoted if it holds a comma, ' +
  'semicolon, quote, tab, CR or LF, or begins or ends with white space. In an export as CSV these are the bytes of the ' +
  '.csv file.';
