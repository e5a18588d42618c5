import { createHash } from 'node:crypto';
import type { FileOutput } from './format-writer.ts';
import { PartBuffer } from './part-buffer.ts';

/** A file that was written at once. Hashes are in hexadecimal. */
export type MadeFile = {
  name: string;
  parts: Uint8Array[];
  bytes: number;
  sha256: string;
  /** Of the rows as CSV, whatever the format. */
  rowsSha256: string;
};

/** Collects the bytes of a file. */
export function collectFile(): {
  output: FileOutput;
  end: () => Pick<MadeFile, 'parts' | 'bytes' | 'sha256'>;
} {
  const hash = createHash('sha256');
  const buffer = new PartBuffer();
  let bytes = 0;
  return {
    output: (piece) => {
      hash.update(piece);
      buffer.push(piece);
      bytes += piece.length;
    },
    end: () => ({ parts: [...buffer.take(), ...buffer.takeRest()], bytes, sha256: hash.digest('hex') }),
  };
}
