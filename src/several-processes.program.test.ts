import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServerDatabase, type ServerDatabase } from '#database/testing-server.ts';
import type { Invitation } from '#contract/gateway/users.ts';
import { browserOf } from './gateway/users/credentials/testing-sign-in.ts';
import { addressOf, type RunningProgram, setupTokenOf, startProgram } from './testing-program.ts';

// The embedded database has one process, so that this needs a server.
const serverUrl = process.env['TEST_DATABASE_URL'];

let folder: string;
let place: ServerDatabase | undefined;
let programs: RunningProgram[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wallet-console-processes-'));
  if (serverUrl !== undefined) place = await createServerDatabase(serverUrl);
});

afterAll(async () => {
  for (const { child } of programs) child.kill('SIGKILL');
  await Promise.all(programs.map(({ ended }) => ended));
  rmSync(folder, { recursive: true, force: true });
  await place?.drop({ isForced: true });
});

it.skipIf(serverUrl === undefined)(
  'that start at once on one new PostgreSQL database share its account, its recovery phrase, wallets and sessions',
  { timeout: 120_000 },
  async () => {
    const url = place?.url ?? '';
    const directories = ['one', 'two'].map((process) => join(folder, process));
    programs = directories.map((directory) =>
      startProgram({ DATABASE_URL: url, DATA_DIR: directory, SESSION_SECRET: 'shared '.repeat(8) }),
    );
    const [one = '', two = ''] = await Promise.all(programs.map(addressOf));

    const phrases = directories.filter((directory) => existsSync(join(directory, 'recovery-phrase.txt')));
    expect(phrases).toHaveLength(1);

    const json = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    const browser = browserOf(one);
    const ana = { name: 'Ana Ruiz', email: 'ana@example.com' };
    // Each has printed a link, and all of them make the same administrator.
    const [, ofTwo = ''] = programs.map(setupTokenOf);
    const setUp = await browser.post('/session/setup', { token: ofTwo, ...ana });
    const { user_id: userId, token } = (setUp.json() as { data: Invitation }).data;
    await browser.joinWithPassword({ ...ana, userId, token });
    const { cookie } = browser;
    const created = await fetch(`${one}/api/prod/v1/wallets`, {
      method: 'POST',
      headers: { ...json, cookie },
      body: JSON.stringify({ name: 'Shared', network: 'btc', type: 'user' }),
    });
    expect(created.status).toBe(200);

    const list = async (process: string) => fetch(`${process}/api/prod/v1/wallets`, { headers: { cookie } });
    expect(await (await list(two)).json()).toMatchObject({
      data: { count: 1, wallets: [{ name: 'Shared' }] },
    });
    const signedOut = await fetch(`${two}/session`, {
      method: 'DELETE',
      headers: { 'sec-fetch-site': 'same-origin', cookie },
    });
    expect(signedOut.status).toBe(200);
    expect((await list(one)).status).toBe(401);
  },
);
