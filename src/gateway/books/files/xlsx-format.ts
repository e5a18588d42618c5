import { factsOfPart, isWhole } from '#contract/gateway/statement-part.ts';
import { toDate } from '#domain/time.ts';
import { Workbook } from '#domain/xlsx/workbook.ts';
import { entryColumns, statementAmounts, statementCells, statementColumns } from './columns.ts';
import type { FileContent, FileDescription } from './describe-file.ts';
import type { BeginFormat } from './format-writer.ts';
import { ZipStream } from './zip-stream.ts';

/** A workbook of the sheets `Statement`, `Entries` if there are entries, with more where one is full, and `About`. */
export const beginXlsx: BeginFormat = ({ rows, part, withEntries, requestedAt }, _statementCsv, output) => {
  const zip = new ZipStream(toDate(requestedAt), output);
  const book = new Workbook((name) => zip.begin(name));
  const statement = book.rows(isWhole(part) ? 'Statement' : 'Partial statement', statementColumns);
  statement.write(rows.map(statementCells));
  const notes = statement.end();
  const entries = withEntries
    ? book.rows(isWhole(part) ? 'Entries' : 'Partial entries', entryColumns)
    : undefined;
  return {
    write: ({ cells }) => entries?.write(cells),
    end: (about) => {
      const entryNotes = entries?.end() ?? [];
      book.lines('About', aboutLines(about, part, { notes, entryNotes }));
      book.end();
      zip.end();
    },
  };
};

type Notes = { notes: string[][]; entryNotes: string[][] };

/** What the sheet `About` says: lines of cells, the first of each its label. */
function aboutLines(
  about: FileDescription,
  part: FileContent['part'],
  { notes, entryNotes }: Notes,
): string[][] {
  const names = Object.keys(statementAmounts) as (keyof typeof statementAmounts)[];
  return [
    ['Product', about.product],
    ['Account', about.account_name ?? ''],
    ['Account ID', about.account_id],
    ...(about.covers === undefined ? [] : [['Covers', about.covers]]),
    ...factsOfPart(part),
    ['Period begins', about.period_begins],
    ['Period ends before', about.period_ends_before],
    ['Data as of', about.as_of],
    ['Counted by', about.counted_by],
    ['Time zone', about.time_zone],
    ['Requested at', about.requested_at],
    ...(about.user_name === null ? [] : [['User', about.user_name]]),
    ...(about.key_name === null ? [] : [['API key', about.key_name]]),
    ['Rows', String(about.rows_written)],
    ...(about.entries_written === null ? [] : [['Entries', String(about.entries_written)]]),
    ['Adds up', about.adds_up ? 'yes' : 'NO'],
    ...about.faults.map((fault) => ['Problem', fault]),
    [],
    ['Control totals, exact', ...names, 'opening plus movements less closing'],
    ...about.totals.map(({ currency, amounts, difference }) => [
      currency,
      ...names.map((name) => amounts[name]),
      difference,
    ]),
    [],
    ...notes.map(([label = '', note = '']) => [`Statement, ${label}`, note]),
    ...entryNotes.map(([label = '', note = '']) => [`Entries, ${label}`, note]),
    [],
    ['SHA-256 of the rows', about.rows_sha256],
    ...(about.entries_sha256 === null ? [] : [['SHA-256 of the entries as CSV', about.entries_sha256]]),
    ['Hashed content', about.sha256_of],
  ];
}
