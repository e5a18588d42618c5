import { mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Download } from '@playwright/test';
import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import Papa from 'papaparse';
import { createServerDatabase } from '../src/database/testing-server.ts';
import type { ServerAnswer, ServerRequest } from './export-server.ts';
import { forkServer } from './forked-server.ts';

export type ExportServer = {
  url: string;
  token: string;
  ask: (request: ServerRequest) => Promise<ServerAnswer>;
  stop: () => Promise<void>;
};

/** Each row has a minute of its own, and the filters of the exports leave every eleventh row out. */
const madeFor = (rows: number) => (rows / 10) * 11;

/** From when on there are the last `count` of the `total` rows that the filters leave. */
export function timeOfLast(count: number, total: number): string {
  const start = new Date(Date.UTC(2026, 0, 1) + (madeFor(total) - madeFor(count)) * 60_000);
  return `${start.toISOString().slice(0, 19)}Z`;
}

/**
 * Starts `export-server.ts`, with so many rows that the filters leave, on PostgreSQL when TEST_DATABASE_URL is set, else
 * on the embedded database.
 */
export async function startExportServer(rows: number): Promise<ExportServer> {
  const directory = mkdtempSync(join(tmpdir(), 'wallet-console-export-'));
  const serverUrl = process.env['TEST_DATABASE_URL'];
  const place = serverUrl === undefined ? undefined : await createServerDatabase(serverUrl);
  const { started, ask, stop } = await forkServer<
    { url: string; token: string },
    ServerRequest,
    ServerAnswer
  >(join(import.meta.dirname, 'export-server.ts'), {
    DATA_DIR: directory,
    EXPORT_ROWS: String(madeFor(rows)),
    ...(place && { DATABASE_URL: place.url }),
  });
  return {
    ...started,
    ask,
    stop: async () => {
      await stop();
      await place?.drop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The files in a saved zip or workbook, by name. */
export async function unzip(download: Download): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const entries = await new ZipReader(new BlobReader(await openAsBlob(await download.path()))).getEntries();
  for (const entry of entries) {
    if (!entry.directory) files.set(entry.filename, await entry.getData(new TextWriter()));
  }
  return files;
}

/** Undoes the formula guard as the file's header describes it. */
function unguarded(cell: string): string {
  return cell.replace(/(?<=^|[;\t\r\n])'(?=\s*['=+\-@])|^'(?=[\t\r\n])/g, '');
}

/** The rows of a CSV file, without the formula guard. */
export function rowsOfCsv(csv: string): Record<string, string>[] {
  const { data } = Papa.parse<Record<string, string>>(csv, {
    header: true,
    delimiter: ',',
    newline: '\r\n',
    skipEmptyLines: true,
  });
  for (const row of data) row['sender_wallet'] = unguarded(row['sender_wallet'] ?? '');
  return data;
}
