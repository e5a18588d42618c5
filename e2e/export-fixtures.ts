import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
