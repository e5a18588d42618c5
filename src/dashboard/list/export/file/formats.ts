import { mostSheetRows } from '#domain/xlsx/workbook.ts';
import type { ExportFormat } from '../export-request.ts';
import { type FileOptions, FileParts, type FileWriter, ZipFile } from './file-writer.ts';
import { xlsxFile } from './xlsx-file.ts';

type Format = {
  open: (options: FileOptions) => FileWriter;
  /** What the file's name ends with. */
  ending: string;
  /** The most rows that it can hold. */
  maximumRows: number;
};

export const formats = {
  csv: { open: csvFile, ending: '.zip', maximumRows: Number.POSITIVE_INFINITY },
  xlsx: { open: xlsxFile, ending: '.xlsx', maximumRows: mostSheetRows },
  json: { open: jsonFile, ending: '.json', maximumRows: Number.POSITIVE_INFINITY },
} satisfies Record<ExportFormat, Format>;

/** A zip of the rows as CSV, which are the very bytes that are hashed, and the header beside it. */
function csvFile({ name, at }: FileOptions): FileWriter {
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

/** One object of `header` and `rows`. Amounts are text: a number would lose digits in most programs that read it. */
function jsonFile({ columns }: FileOptions): FileWriter {
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
