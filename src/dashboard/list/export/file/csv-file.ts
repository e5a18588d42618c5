import type { FileOptions, FileWriter } from './file-writer.ts';
import { ZipFile } from './zip-file.ts';

/** A zip of the rows as CSV, which are the very bytes that are hashed, and the header beside it. */
export function csvFile({ name, at }: FileOptions): FileWriter {
  const zip = new ZipFile(at);
  const rows = zip.add(`${name}.csv`);
  return {
    write: ({ csv }) => rows.push(csv),
    finish(header) {
      rows.push(new Uint8Array(), true);
      zip.addWhole(`${name}.meta.json`, `${JSON.stringify(header, null, 2)}\n`);
      return zip.end('application/zip');
    },
  };
}
