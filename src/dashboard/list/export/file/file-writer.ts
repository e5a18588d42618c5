import { Zip, ZipDeflate } from 'fflate';
import type { CsvColumn } from '#domain/csv.ts';
import type { ExportHeader } from '../export-request.ts';

/** Some rows, as their cells and as the bytes that are hashed. */
type RowsPiece = { rows: readonly (readonly string[])[]; csv: Uint8Array };

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

/** Beyond so many bytes, what was written is handed to the browser, which may keep it on disk. */
const foldAbove = 8 * 1024 * 1024;

/** Collects a file piece by piece without ever holding it whole. */
export class FileParts {
  #folded: Blob[] = [];
  #pending: Uint8Array<ArrayBuffer>[] = [];
  #pendingBytes = 0;

  push(piece: Uint8Array<ArrayBuffer>): void {
    this.#pending.push(piece);
    this.#pendingBytes += piece.byteLength;
    if (this.#pendingBytes > foldAbove) this.#fold();
  }

  /** All that was written, after the header. */
  toBlob(type: string, front: readonly string[] = []): Blob {
    this.#fold();
    return new Blob([...front, ...this.#folded], { type });
  }

  #fold(): void {
    this.#folded.push(new Blob(this.#pending));
    this.#pending = [];
    this.#pendingBytes = 0;
  }
}

/** A zip that is written file by file, piece by piece. `at` is the time that its files carry. */
export class ZipFile {
  #parts = new FileParts();
  #at: Date;
  #zip = new Zip((error, piece) => {
    if (error !== null) throw error;
    this.#parts.push(piece);
  });

  constructor(at: Date) {
    this.#at = at;
  }

  /** Begins the next file. Push its pieces, the last one with `true`, before the next one begins. */
  add(name: string): { push: (piece: Uint8Array, isLast?: boolean) => void } {
    const file = new ZipDeflate(name, { level: 4 });
    file.mtime = this.#at;
    this.#zip.add(file);
    return file;
  }

  /** A file that is one piece. */
  addWhole(name: string, text: string): void {
    this.add(name).push(new TextEncoder().encode(text), true);
  }

  end(type: string): Blob {
    this.#zip.end();
    return this.#parts.toBlob(type);
  }
}
