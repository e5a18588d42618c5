import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { freePort } from './free-port.ts';

type OwnServer = { url: string; stop: () => Promise<void> };

/** A sandbox of its own, for tests whose settings would hold for every other test of the account as well. */
async function startOwnServer(): Promise<OwnServer> {
  const directory = mkdtempSync(join(tmpdir(), 'wallet-console-own-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: directory,
      SANDBOX_SIZE: 'sketch',
      SANDBOX_TRAFFIC: 'off',
    },
    stdio: 'ignore',
  });
  const isUp = async () => (await fetch(`${url}/healthz`).catch(() => undefined))?.ok ?? false;
  await expect.poll(isUp, { timeout: 90_000 }).toBe(true);
  return {
    url,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/**
 * A test whose pages are of a server that only the tests of one file use: each file names itself with
 * `test.use({ serverFor: '…' })`, and Playwright shares no worker between files whose names differ.
 */
export const test = base.extend<object, { serverFor: string; ownServer: OwnServer }>({
  serverFor: ['', { option: true, scope: 'worker' }],
  ownServer: [
    async ({ serverFor }, use) => {
      if (serverFor === '') throw new Error('Name the tests that share a server: test.use({ serverFor })');
      const server = await startOwnServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ ownServer }, use) => use(ownServer.url),
});
