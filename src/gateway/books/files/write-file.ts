import { createHash } from 'node:crypto';
import type { LedgerEntry } from '#contract/gateway/ledger-entries.ts';
import type { StatementFormat } from '#contract/gateway/statement-files.ts';
import { csvHeader, csvRow } from '#domain/csv.ts';
import { zoneClock } from '#domain/zone-clock.ts';
import { entryCells, entryColumns, statementCells, statementColumns } from './columns.ts';
import { beginCsv } from './csv-format.ts';
import { describeFile, EntrySums, type FileContent } from './describe-file.ts';
import type { BeginFormat, FileOutput } from './format-writer.ts';
import { beginPdf } from './pdf-format.ts';
import { beginXlsx } from './xlsx-format.ts';

const formats = {
  pdf: beginPdf,
  xlsx: beginXlsx,
  csv: beginCsv,
} as const satisfies Record<StatementFormat, BeginFormat>;

/** The hashes of a file, in hexadecimal, and how long it is. */
type FileHashes = {
  bytes: number;
  sha256: string;
  rowsSha256: string;
  entriesSha256: string | null;
};

export type EndedFile =
  | ({ addsUp: true } & FileHashes)
  /** The entries aren't those that the statement adds up, in these places. */
  | { addsUp: false; places: string[] };

/** Writes a file. It takes the entries as they come and never holds all of them. */
export type FileWriter = {
  write: (entries: readonly LedgerEntry[]) => void;
  end: () => Promise<EndedFile>;
};

export async function beginFile(content: FileContent, output: FileOutput): Promise<FileWriter> {
  const { format, rows, timeZone, withEntries } = content;
  const timeText = zoneClock(timeZone);
  const lines = rows.map((row) => csvRow(statementColumns, statementCells(row)));
  const statementCsv = [csvHeader(statementColumns), ...lines].join('');
  const fileHash = createHash('sha256');
  const entriesHash = createHash('sha256').update(csvHeader(entryColumns));
  const sums = new EntrySums();
  let [bytes, count] = [0, 0];
  const writer = await formats[format](content, statementCsv, (piece) => {
    fileHash.update(piece);
    bytes += piece.length;
    output(piece);
  });
  return {
    write: (entries) => {
      const cells = entries.map((entry) => entryCells(entry, timeText));
      const csv = cells.map((row) => csvRow(entryColumns, row)).join('');
      entriesHash.update(csv);
      sums.add(entries);
      count += entries.length;
      writer.write({ entries, cells, csv });
    },
    end: async () => {
      const places = withEntries ? sums.differencesFrom(rows) : [];
      if (places.length > 0) return { addsUp: false, places };
      const rowsSha256 = createHash('sha256').update(statementCsv).digest('hex');
      const entriesSha256 = withEntries ? entriesHash.digest('hex') : null;
      await writer.end(describeFile(content, { rowsSha256, entriesSha256, entries: count }));
      return { addsUp: true, bytes, sha256: fileHash.digest('hex'), rowsSha256, entriesSha256 };
    },
  };
}
