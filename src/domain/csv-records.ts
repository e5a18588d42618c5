import { parse } from 'csv-parse/browser/esm/sync';
import { unguarded } from './csv.ts';

export type CsvRecord = {
  /** The line of the file on which it ends, from 1. */
  line: number;
  cells: string[];
};

const separators = [',', ';', '\t'] as const;

/**
 * The records of comma-separated values as spreadsheets write them: with commas, semicolons or tabs, quotes, and a byte
 * order mark. Cells are trimmed, and lack the prefix that our exports put in front of text that could be a formula.
 * Undefined where quotes do not match. `most`: no more records than that are read.
 */
export function parseCsvRecords(text: string, most?: number): CsvRecord[] | undefined {
  try {
    const records = parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      info: true,
      ...(most !== undefined && { to: most }),
      // The library's types do not follow from its options.
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return records.map(({ record, info }) => ({
      line: info.lines,
      cells: record.map((cell) => unguarded(cell).trim()),
    }));
  } catch {
    return undefined;
  }
}

/** The one that the first line has most of. */
function separatorOf(text: string): string {
  const [first = ''] = text.split(/\r?\n/, 1);
  const count = (separator: string) => first.split(separator).length;
  return separators.reduce((most, next) => (count(next) > count(most) ? next : most));
}
