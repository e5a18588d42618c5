import { Workbook, xlsxType } from '#domain/xlsx/workbook.ts';
import type { ExportHeader } from '../export-request.ts';
import { type FileOptions, type FileWriter, ZipFile } from './file-writer.ts';
import { groupLabel, sumLabel, sumNames } from './sums.ts';

const headerSheet = 'Header';

/** A workbook of two sheets, `Header` and `Rows`. */
export function xlsxFile({ columns, at }: FileOptions): FileWriter {
  const zip = new ZipFile(at);
  const encoder = new TextEncoder();
  const book = new Workbook((name) => {
    const file = zip.add(name);
    return {
      push: (text) => file.push(encoder.encode(text)),
      end: () => file.push(new Uint8Array(), true),
    };
  });
  const sheet = book.rows('Rows', columns);
  return {
    write: ({ rows }) => sheet.write(rows),
    finish: (header) => {
      const notes = sheet.end();
      book.lines(headerSheet, headerLines(header, notes));
      book.end(headerSheet);
      return zip.end(xlsxType);
    },
  };
}

/** What the sheet `Header` says: lines of cells, the first of each its label. */
function headerLines(header: ExportHeader, notes: string[][]): string[][] {
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
    ['Data as of', header.pinned_to],
    ['Time zone', header.time_zone],
    ['Exported at', header.exported_at],
    ['Account ID', header.account_id],
    ...(header.user_name === null ? [] : [['User', header.user_name]]),
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
    ...notes,
    [],
    ['SHA-256 of the rows', header.rows_sha256],
    ['Hashed content', header.rows_sha256_of],
  ];
}
