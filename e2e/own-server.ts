import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { startedForSeconds } from '../src/testing-program.ts';
import { endProcess } from './end-process.ts';
import { freePort } from './free-port.ts';
import { copyPrepared } from './prepared-data.ts';
import { startServer } from './server-process.ts';
import { test as base } from './warm-test.ts';

type OwnServer = {
  url: string;
  /** What the preparation printed. */ prepared: string;
  stop: () => Promise<void>;
};

/** A separate sandbox, for tests whose settings would affect every other test of the account. */
async function startOwnServer(
  settings: Record<string, string>,
  preparation: readonly string[],
): Promise<OwnServer> {
  const directory = copyPrepared('sandbox');
  const prepared =
    preparation.length === 0
      ? ''
      : execFileSync(process.execPath, [...startedForSeconds, ...preparation], {
          encoding: 'utf8',
          env: { ...process.env, DATA_DIR: directory, SANDBOX_SIZE: 'sketch', ...settings },
        });
  const port = settings['PORT'] ?? String(await freePort());
  const child = await startServer({
    PORT: port,
    DATA_DIR: directory,
    SANDBOX_SIZE: 'sketch',
    SANDBOX_TRAFFIC: 'off',
    ...settings,
  });
  return {
    url: `http://127.0.0.1:${port}`,
    prepared,
    stop: async () => {
      await endProcess(child);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

type WorkerFixtures = {
  serverFor: string;
  /** Environment variables of the server. */
  serverSettings: Record<string, string>;
  /** A command that is run on the database before the server starts, with its arguments. */
  serverPreparation: readonly string[];
  ownServer: OwnServer;
};

/**
 * A test whose pages are of a server that only the tests of one file use: each file names itself with
 * `test.use({ serverFor: '…' })`, and Playwright shares no worker between files whose names differ.
 */
export const test = base.extend<object, WorkerFixtures>({
  serverFor: ['', { option: true, scope: 'worker' }],
  serverSettings: [{}, { option: true, scope: 'worker' }],
  serverPreparation: [[], { option: true, scope: 'worker' }],
  ownServer: [
    async ({ serverFor, serverSettings, serverPreparation }, use) => {
      if (serverFor === '') throw new Error('Name the tests that share a server: test.use({ serverFor })');
      const server = await startOwnServer(serverSettings, serverPreparation);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  origin: [async ({ ownServer }, use) => await use(ownServer.url), { scope: 'worker' }],
});
