import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Invitation } from '#contract/gateway/users.ts';
import { openDatabase } from '#database/database.ts';
import { browserOf } from './gateway/users/credentials/testing-sign-in.ts';
import { insertAccountKeys } from './service/addresses/address-chains.ts';
import { sandboxAccountKeys } from './service/addresses/sandbox-phrase.ts';
import { makeDataDirectory } from './testing-data-directory.ts';
import { insertTestKey, makeInstallation, type TestingInstallation } from './testing-installation.ts';
import { addressOf, type RunningProgram, setupTokenOf, startProgram } from './testing-program.ts';

// Each test starts whole processes.
vi.setConfig({ testTimeout: 120_000 });

let running: RunningProgram[] = [];
let installations: TestingInstallation[] = [];

async function cleanUp(): Promise<void> {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
  running = [];
  await Promise.all(installations.map(async ({ remove }) => remove()));
  installations = [];
}

async function install(): Promise<TestingInstallation> {
  const made = await makeInstallation();
  installations.push(made);
  return made;
}

function start(env: Record<string, string>): RunningProgram {
  const program = startProgram(env);
  running.push(program);
  return program;
}

/** What a failed start says: lines on the terminal. */
async function failure(env: Record<string, string>) {
  const server = start(env);
  const code = await server.ended;
  return { code, lines: server.output().trim().split('\n') };
}

// What each of them says is in start-error.test.ts, and where it comes from.
describe('a start that cannot succeed says why in one line and exits with 1', () => {
  afterEach(cleanUp);

  it('when a setting is bad', async () => {
    expect(await failure({ DATA_DIR: '/nowhere', PORT: 'http' })).toEqual({
      code: 1,
      lines: ['The setting PORT is "http": must be a whole number from 0 to 65535.'],
    });
  });

  it.each(['PORT', 'METRICS_PORT'])('when the port of %s is in use', async (setting) => {
    const { settings } = await install();
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const { port } = blocker.address() as { port: number };
    const { code, lines } = await failure({ ...settings, [setting]: String(port) });
    blocker.close();
    expect({ code, lines }).toEqual({
      code: 1,
      lines: [`Port ${port} on 127.0.0.1 is in use. Stop what uses it, or set ${setting} to another.`],
    });
  });

  it('when the data is that of the sandbox, whose recovery phrase is public, and real funds are meant', async () => {
    const { settings, onDatabase } = await install();
    await onDatabase(async ({ db }) => await insertAccountKeys(db, sandboxAccountKeys));
    const { code, lines } = await failure(settings);
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringContaining('Set DATA_DIR to a new directory')]);
  });
});

// The embedded database has one process, and is closed with it.
describe('a running server in the sandbox', () => {
  let directory: string;
  let server: RunningProgram;

  beforeAll(async () => {
    directory = makeDataDirectory('sandbox');
    server = start({ DATA_DIR: directory });
    await addressOf(server);
  });
  afterAll(async () => {
    await cleanUp();
    rmSync(directory, { recursive: true, force: true });
  });

  it('prints the address, the mode and how to sign in', () => {
    expect(server.output()).toMatch(/http:\/\/localhost:\d+/);
    expect(server.output()).toMatch(/sandbox/i);
    expect(server.output()).toContain('sandbox-admin');
  });

  it('has its data directory to itself', async () => {
    const { code, lines } = await failure({ DATA_DIR: directory });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(`in use by process ${server.child.pid}`)]);
  });

  it('asked to end, answers every request that it carried out, then closes the database', async () => {
    const headers = { token: 'sandbox-admin', 'content-type': 'application/json' };
    const createUntil = async (signal: 'SIGTERM' | 'SIGINT'): Promise<number> => {
      const address = await addressOf(server);
      const body = JSON.stringify({ name: signal, network: 'trx', type: 'user' });
      const creations = Array.from({ length: 20 }, async () => {
        const answer = await fetch(`${address}/api/prod/v1/wallets`, { method: 'POST', headers, body });
        return answer.status;
      });
      await Promise.race(creations);
      server.child.kill(signal);
      const answers = await Promise.allSettled(creations);
      const acknowledged = answers
        .filter((answer) => answer.status === 'fulfilled')
        .map(({ value }) => value);
      expect(new Set(acknowledged)).toEqual(new Set([200]));
      expect(await server.ended).toBe(0);
      return acknowledged.length;
    };
    const terminated = await createUntil('SIGTERM');
    server = start({ DATA_DIR: directory });
    const url = `${await addressOf(server)}/api/prod/v1/wallets?network=trx&limit=40`;
    const { data } = (await (await fetch(url, { headers })).json()) as {
      data: { wallets: { name: string }[] };
    };
    expect(data.wallets.filter(({ name }) => name === 'SIGTERM')).toHaveLength(terminated);

    const interrupted = await createUntil('SIGINT');
    const { db, close } = await openDatabase({ kind: 'pglite', directory });
    expect(
      await db.selectFrom('wallets').select('address').where('name', '=', 'SIGINT').execute(),
    ).toHaveLength(interrupted);
    await close();
  });
});

describe('a running server outside the sandbox', () => {
  afterEach(cleanUp);

  it('prints a link for the first administrator until one has joined, whether or not keys were made meanwhile, no key, and what becomes of deposits and withdrawals', async () => {
    const { settings, onDatabase } = await install();
    const first = start(settings);
    await addressOf(first);
    expect(first.output()).toMatch(/Withdrawals +stay new: there is no chain/);
    const lost = setupTokenOf(first);
    first.child.kill('SIGTERM');
    await first.ended;

    await onDatabase(async ({ db }) => await insertTestKey(db));
    const second = start({ ...settings, CHAIN: 'sandbox' });
    const browser = browserOf(await addressOf(second));
    const sandboxChain = /Withdrawals +carried out by the sandbox chain: nothing is really sent/;
    expect(second.output()).toMatch(sandboxChain);
    expect(setupTokenOf(second)).not.toBe(lost);
    const ana = { name: 'Ana Ruiz', email: 'ana@example.com' };
    const setUp = await browser.post('/session/setup', { token: setupTokenOf(second), ...ana });
    expect(setUp.status).toBe(200);
    const { user_id: userId, token } = (setUp.json() as { data: Invitation }).data;
    await browser.joinWithPassword({ ...ana, userId, token });
    expect((await browser.get('/api/prod/v1/wallets')).json()).toMatchObject({ data: { count: 0 } });
    second.child.kill('SIGTERM');
    await second.ended;

    const third = start(settings);
    await addressOf(third);
    expect(third.output()).not.toContain('/setup#');
    for (const { output } of [first, second, third]) {
      expect(output()).toMatch(/Deposits +not detected: no network is connected/);
    }
    expect(first.output() + second.output() + third.output()).not.toContain('wck_');
  });
});
