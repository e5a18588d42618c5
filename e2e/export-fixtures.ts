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

/** Starts `export-server.ts` on PostgreSQL when TEST_DATABASE_URL is set, else on the embedded database. */
export async function startExportServer(): Promise<ExportServer> {
  const directory = mkdtempSync(join(tmpdir(), 'wallet-console-export-'));
  const serverUrl = process.env['TEST_DATABASE_URL'];
  const place = serverUrl === undefined ? undefined : await createServerDatabase(serverUrl);
  const { started, ask, stop } = await forkServer<
    { url: string; token: string },
    ServerRequest,
    ServerAnswer
  >(join(import.meta.dirname, 'export-server.ts'), {
    DATA_DIR: directory,
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
