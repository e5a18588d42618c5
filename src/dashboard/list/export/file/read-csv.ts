import { parseCsvRecords } from '#domain/csv-records.ts';
import { formatInteger } from '#domain/format.ts';

/** A row of a file by the names of its columns; a column that the file does not have is empty. */
export type CsvRow<Column extends string> = { line: number; written: Record<Column, string> };

export type CsvTable<Column extends string> =
  | { ok: true; rows: CsvRow<Column>[]; ignoredColumns: string[] }
  /** The file as a whole cannot be read, for a reason to show. */
  | { ok: false; reason: string };

type Wanted<Column extends string> = {
  columns: readonly Column[];
  /** Columns that a file may leave out. */
  optional: readonly Column[];
  mostRows: number;
};

/**
 * Reads comma-separated values whose first line names the columns, in any order and case, as spreadsheets write them:
 * with commas, semicolons or tabs, quotes, and a byte order mark. It removes the prefix that our exports put in front
 * of text that could be a formula.
 */
export function parseCsvTable<Column extends string>(text: string, wanted: Wanted<Column>): CsvTable<Column> {
  const records = parseCsvRecords(text);
  if (records === undefined)
    return { ok: false, reason: 'This isn’t a valid CSV file: a quotation mark isn’t closed.' };
  if (text.includes('\uFFFD')) {
    return {
      ok: false,
      reason:
        'The rows contain �, so characters were lost when the file was saved or copied. Use the original.',
    };
  }
  const { columns, optional, mostRows } = wanted;
  const [header, ...lines] = records;
  const names = header?.cells.map((cell) => cell.toLowerCase()) ?? [];
  const required = columns.filter((column) => !optional.includes(column));
  const missing = required.filter((column) => !names.includes(column));
  if (missing.length > 0) {
    return {
      ok: false,
      reason: `The first row must contain the column names ${required.join(', ')}. Missing: ${missing.join(', ')}.`,
    };
  }
  const isKnown = (name: string) => columns.some((column) => column === name);
  const repeated = names.find((name, i) => isKnown(name) && names.indexOf(name) !== i);
  if (repeated !== undefined) {
    return {
      ok: false,
      reason: `The column ${repeated} appears twice in the first row. Remove one of them.`,
    };
  }
  if (lines.length > mostRows) {
    return {
      ok: false,
      reason: `More than ${formatInteger(mostRows)} rows can’t be imported at once. Split them.`,
    };
  }
  return {
    ok: true,
    rows: lines.map(({ line, cells }) => {
      const written = columns.map((column) => [column, cells[names.indexOf(column)] ?? '']);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: an entry for each column
      return { line, written: Object.fromEntries(written) as Record<Column, string> };
    }),
    ignoredColumns: names.filter((name) => name !== '' && !isKnown(name)),
  };
}
