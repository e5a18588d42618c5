import { constants, crc32, deflateRawSync } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';
import type { ArchivedFile } from '#domain/xlsx/workbook.ts';
import type { FileOutput } from './format-writer.ts';

/** Compressed at once. Each block refers only to itself, which costs little if it is large. */
const BLOCK_LENGTH = 512 * 1024;
/** Rows repeat themselves so much that higher levels take longer for little. */
const LEVEL = 3;
/** The format's own limit, without the extension that older programs can't read. */
const MOST_BYTES = 0xff_ff_ff_ff;
const DEFLATE = 8;

/** A ZIP archive that is written file by file, each piece by piece. `at` is the time that its files carry. */
export class ZipStream {
  readonly #zip: Zip;
  readonly #at: Date;

  constructor(at: Date, output: FileOutput) {
    this.#at = at;
    this.#zip = new Zip((error, bytes) => {
      if (error !== null) throw error;
      output(bytes);
    });
  }

  /** Begins the next file. The one before has ended. */
  begin(name: string): ArchivedFile {
    const file: ZipInputFile = { filename: name, mtime: this.#at, size: 0, crc: 0, compression: DEFLATE };
    this.#zip.add(file);
    let texts: string[] = [];
    let length = 0;
    const write = (isLast: boolean) => {
      const bytes = Buffer.from(texts.join(''));
      [texts, length] = [[], 0];
      file.size += bytes.length;
      if (file.size > MOST_BYTES) throw new RangeError(`${name} is larger than 4 GiB.`);
      file.crc = crc32(bytes, file.crc);
      const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
      file.ondata?.(null, deflateRawSync(bytes, { level: LEVEL, finishFlush }), isLast);
    };
    return {
      push: (text) => {
        texts.push(text);
        length += text.length;
        if (length >= BLOCK_LENGTH) write(false);
      },
      end: () => write(true),
    };
  }

  /** A file whose text is at hand. */
  addWhole(name: string, text: string): void {
    const file = this.begin(name);
    file.push(text);
    file.end();
  }

  end(): void {
    this.#zip.end();
  }
}
