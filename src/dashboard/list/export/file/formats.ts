import type { ExportFormat } from '../export-request.ts';
import { csvFile } from './csv-file.ts';
import type { FileOptions, FileWriter } from './file-writer.ts';
import { jsonFile } from './json-file.ts';
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
  // https://support.microsoft.com/office/excel-specifications-and-limits, less the line of names.
  xlsx: { open: xlsxFile, ending: '.xlsx', maximumRows: 1_048_575 },
  json: { open: jsonFile, ending: '.json', maximumRows: Number.POSITIVE_INFINITY },
} satisfies Record<ExportFormat, Format>;
