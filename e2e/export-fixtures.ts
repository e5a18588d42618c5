import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServerDatabase } from '../src/database/testing-server.ts';
import type { ServerAnswer, ServerRequest } from './export-server.ts';

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
  const child = fork(join(import.meta.dirname, 'export-server.ts'), {
    execArgv: [],
    env: {
      ...process.env,
      DATA_DIR: directory,
      ...(place && { DATABASE_URL: place.url }),
    },
  });
  const { url, token } = await answerOf<{ url: string; token: string }>(child);
  return {
    url,
    token,
    ask: async (request) => {
      const answer = answerOf<ServerAnswer>(child);
      child.send(request);
      return await answer;
    },
    stop: async () => {
      const ended = once(child, 'exit');
      if (child.connected) child.disconnect();
      await ended;
      await place?.drop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** What the process says next. Rejects when it ends instead. */
async function answerOf<T>(child: ChildProcess): Promise<T> {
  const gone = new AbortController();
  const end = () => gone.abort(new Error('The server of the exports has ended.'));
  child.once('exit', end);
  try {
    const [answer] = await once(child, 'message', { signal: gone.signal });
    return answer as T;
  } finally {
    child.off('exit', end);
  }
}
