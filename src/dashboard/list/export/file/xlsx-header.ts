import type { ExportHeader } from '../export-request.ts';
import { groupLabel, sumLabel, sumNames } from './sums.ts';

/** A column of amounts, and how many of them are too long for a spreadsheet's numbers. */
export type AmountColumn = { name: string; tooLong: number };

/** What the sheet `Header` says: lines of cells, the first of each its label. */
export function headerLines(header: ExportHeader, amounts: readonly AmountColumn[]): string[][] {
  const names = sumNames(header.sums);
  return [
    ['Product', header.product],
    ['List', header.list],
    ['Complete', header.complete ? 'yes' : 'NO'],
    ['Rows expected', header.rows_expected === null ? 'unknown' : String(header.rows_expected)],
    ['Rows read', String(header.rows_read)],
    ['Rows written', String(header.rows_written)],
    ...header.problems.map((problem) => ['Problem', problem]),
    ...header.notes.map((note) => ['Note', note]),
    ...header.filters.map(({ label, value }) => ['Filter', label, value]),
    ...Object.entries(header.query).map(([name, value]) => ['Query', name, value]),
    ['Pinned to', header.pinned_to],
    ['Time zone of the times', header.time_zone],
    ['Exported at', header.exported_at],
    ['Account id', header.account_id],
    ...(header.key_name === null ? [] : [['API key', header.key_name]]),
    [],
    ['Sums, exact', 'Status', 'Rows', ...names.map(sumLabel)],
    ...header.sums.map((line) => [
      groupLabel(line),
      line.group['status'] ?? '',
      String(line.rows),
      ...names.map((name) => line.sums[name] ?? ''),
    ]),
    ...(header.sums_note === '' ? [] : [['', header.sums_note]]),
    [],
    ...amounts.map(({ name, tooLong }) => [`Column ${name}`, amountWords(tooLong)]),
    [],
    ['SHA-256 of the rows', header.rows_sha256],
    ['It is taken of', header.rows_sha256_of],
  ];
}

function amountWords(tooLong: number): string {
  return tooLong === 0
    ? 'Numbers, exact: each has at most 15 digits, which a spreadsheet keeps.'
    : `Text, exact: ${tooLong} of the amounts have more than the 15 digits that a spreadsheet keeps of a number. ` +
        'SUM ignores text without a word: use the sums above.';
}
