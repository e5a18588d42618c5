import type { CsvColumn } from '#domain/csv.ts';
import type { ExportHeader } from '../export-request.ts';

/** Some rows, as their cells and as the bytes that are hashed. */
export type RowsPiece = { rows: readonly (readonly string[])[]; csv: Uint8Array };

/** Writes one file, piece by piece in order; the first piece of `csv` is the line with the names of the columns. */
export type FileWriter = {
  write: (piece: RowsPiece) => void;
  /** The whole file. The header is known only when all rows are. */
  finish: (header: ExportHeader) => Blob;
};

export type FileOptions = {
  columns: readonly CsvColumn[];
  /** The file's name without its ending. */
  name: string;
  /** The time that the file carries. */
  at: Date;
};

/** What a format cannot hold, in words for the person. */
export class FormatLimit extends Error {
  override name = 'FormatLimit';
}
