import { parse } from 'csv-parse/sync';
import { MOST_RATES } from '#contract/gateway/exchange-rates.ts';
import { unguarded } from '#domain/csv.ts';
import { formatInteger } from '#domain/format.ts';
import type { Instant } from '#domain/time.ts';
import { type NewRate, parseRate, rateKey } from './new-rate.ts';

export type RateFile = {
  rates: NewRate[];
  /** What is wrong, by the number of the line. Nothing of a file with a wrong line is recorded. */
  problems: Map<number, string>;
};

const columns = ['at', 'currency', 'quote', 'rate'] as const;
const headerProblem = 'The first line must name the columns date (or at), currency, quote and rate.';

/**
 * Reads CSV whose header names the columns `date` or `at`, `currency`, `quote` and `rate`, in any order, separated by
 * commas, semicolons or tabs. Blank lines and lines that begin with # are skipped. Two lines for the same pair and moment
 * are wrong, because one of them must be.
 */
export function parseRateFile(text: string, now: Instant): RateFile {
  const problems = new Map<number, string>();
  const records = recordsOf(text, problems);
  const [header, ...lines] = records;
  const names =
    header?.cells.map((name) => (name.toLowerCase() === 'date' ? 'at' : name.toLowerCase())) ?? [];
  if (names.length !== columns.length || columns.some((column) => !names.includes(column))) {
    return { rates: [], problems: new Map([[header?.line ?? 1, headerProblem]]) };
  }
  const rates = new Map<string, { rate: NewRate; line: number }>();
  for (const { cells, line } of lines) {
    if (cells.length !== columns.length) {
      problems.set(
        line,
        `It has ${cells.length} columns instead of ${columns.length}. Write decimals with a point, without separators.`,
      );
      continue;
    }
    const cell = (name: string) => unguarded(cells[names.indexOf(name)] ?? '').trim();
    const fields = { at: cell('at'), currency: cell('currency'), quote: cell('quote'), rate: cell('rate') };
    const read = parseRate(fields, now);
    if (!read.ok) {
      problems.set(line, read.problem);
      continue;
    }
    const key = rateKey(read.rate);
    const first = rates.get(key);
    if (first === undefined) rates.set(key, { rate: read.rate, line });
    else problems.set(line, `It is for the same pair and moment as line ${formatInteger(first.line)}.`);
  }
  if (lines.length > MOST_RATES) {
    const message = `A file can have ${formatInteger(MOST_RATES)} rates at most. It has ${formatInteger(lines.length)}.`;
    return { rates: [], problems: new Map([[lines[MOST_RATES]?.line ?? 1, message]]) };
  }
  if (lines.length === 0 && problems.size === 0)
    problems.set(header?.line ?? 1, 'There are no rates below the header.');
  return { rates: [...rates.values()].map(({ rate }) => rate), problems };
}

function recordsOf(text: string, problems: Map<number, string>): { cells: string[]; line: number }[] {
  const records: { cells: string[]; line: number }[] = [];
  parse(text, {
    bom: true,
    trim: true,
    delimiter: [',', ';', '\t'],
    comment: '#',
    comment_no_infix: true,
    relaxColumnCount: true,
    skipEmptyLines: true,
    maxRecordSize: 10_000,
    onRecord: (cells: string[], { lines }) => {
      records.push({ cells, line: lines });
      return null;
    },
    skipRecordsWithError: true,
    onSkip: (error) => {
      problems.set(
        Number(error?.['lines'] ?? 1),
        'It isn’t CSV: a quotation mark is missing or in the wrong place.',
      );
      return undefined;
    },
  });
  return records;
}
