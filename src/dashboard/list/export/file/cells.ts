import type { ReadRow } from '#contract/read-answer.ts';
import { type Instant, parseTimestamp } from '#domain/time.ts';
import { formatExactInstant } from '#dashboard/lib/zoned-time.ts';
import type { CsvColumn } from '#domain/csv.ts';

export type RowCells = {
  /** In the order of the columns; what is missing is empty. */
  cells: string[];
  /** What could not be read, in words. */
  problems: readonly string[];
};

/** Turns rows of a list into the text of their cells, with times in the zone. */
export function makeCells(columns: readonly CsvColumn[], zone: string) {
  return (row: ReadRow<Record<string, unknown>>): RowCells => {
    const problems: string[] = [...row.problems];
    const cells = columns.map(({ name, kind }) => {
      // Half of a surrogate pair has no UTF-8: it would be one character on paper and another in the hash.
      const text = cellText(row.value[name]).toWellFormed();
      if (kind !== 'time' || text === '') return text;
      const time = parseTimestamp(text);
      if (time === undefined) problems.push(`${name} isn’t a valid time`);
      return time === undefined ? text : isoTime(time.instant, zone);
    });
    return { cells, problems };
  };
}

/** A value of a row as the text of its cell; empty where there is none. */
export function cellText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return '';
}

/** ISO 8601 with the zone's offset and all microseconds: `2026-01-02T05:04:05.123456+02:00`. */
function isoTime(instant: Instant, zone: string): string {
  return formatExactInstant(instant, zone).replace(' ', 'T').replace(' ', '');
}
