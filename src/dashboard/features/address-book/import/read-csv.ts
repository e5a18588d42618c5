import { parse } from 'csv-parse/browser/esm/sync';
import { unguarded } from '../../export/file/csv.ts';

export type CsvRecord = {
  /** The line of the file on which it ends, from 1. */
  line: number;
  cells: string[];
};

const separators = [',', ';', '\t'] as const;

/**
 * Reads comma-separated values as spreadsheets write them: with commas, semicolons or tabs, quotes, and a byte order
 * mark. What our exports put in front of text that could be a formula is taken away again. Throws for quotes that do
 * not match.
 */
export function readCsv(text: string): CsvRecord[] {
  const records = parse(text, {
    bom: true,
    delimiter: separatorOf(text),
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
    // The library's types do not follow from its options.
  }) as unknown as { record: string[]; info: { lines: number } }[];
  return records.map(({ record, info }) => ({
    line: info.lines,
    cells: record.map((cell) => unguarded(cell).trim()),
  }));
}

/** The one that the first line has most of. */
function separatorOf(text: string): string {
  const [first = ''] = text.split(/\r?\n/, 1);
  const count = (separator: string) => first.split(separator).length;
  return separators.reduce((most, next) => (count(next) > count(most) ? next : most));
}
