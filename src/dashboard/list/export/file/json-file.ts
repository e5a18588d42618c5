import { FileParts } from './file-parts.ts';
import type { FileOptions, FileWriter } from './file-writer.ts';

/** One object of `header` and `rows`. Amounts are text: a number would lose digits in most programs that read it. */
export function jsonFile({ columns }: FileOptions): FileWriter {
  const encoder = new TextEncoder();
  const parts = new FileParts();
  let isFirst = true;
  return {
    write({ rows }) {
      if (rows.length === 0) return;
      const lines = rows.map((cells) =>
        JSON.stringify(Object.fromEntries(columns.map(({ name }, index) => [name, cells[index] ?? '']))),
      );
      parts.push(encoder.encode(`${isFirst ? '\n' : ',\n'}${lines.join(',\n')}`));
      isFirst = false;
    },
    finish(header) {
      parts.push(encoder.encode('\n]}\n'));
      return parts.toBlob('application/json', [`{"header":${JSON.stringify(header, null, 2)},\n"rows":[`]);
    },
  };
}
