import { Zip, ZipDeflate } from 'fflate';
import { FileParts } from './file-parts.ts';

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
