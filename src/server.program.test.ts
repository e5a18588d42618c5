import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Invitation } from '#contract/gateway/users.ts';
import { browserOf } from './gateway/users/credentials/testing-sign-in.ts';
import { makeDataDirectory } from './testing-data-directory.ts';
import type { PreparedData } from './testing-data-directories.ts';
import { addressOf, type RunningProgram, setupTokenOf, startProgram } from './testing-program.ts';

// Each test starts whole processes.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
let running: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wallet-console-server-'));
  running = [];
});

afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

/** Lets the program find what it made at an earlier start. */
function prepare(data: PreparedData): void {
  rmSync(folder, { recursive: true });
  folder = makeDataDirectory(data);
}

function start(env: Record<string, string>): RunningProgram {
  const program = startProgram({ DATA_DIR: folder, ...env });
  running.push(program.child);
  return program;
}

/** What a failed start says: lines on the terminal. */
async function failure(env: Record<string, string>) {
  const server = start(env);
  const code = await server.ended;
  return { code, lines: server.output().trim().split('\n') };
}

describe('a start that cannot succeed says why in one line and exits with 1', () => {
  it('when a setting is bad', async () => {
    expect(await failure({ PORT: 'http' })).toEqual({
      code: 1,
      lines: ['The setting PORT is "http": must be a whole number from 0 to 65535.'],
    });
  });

  it.each(['PORT', 'METRICS_PORT'])('when the port of %s is in use', async (setting) => {
    prepare('sandbox');
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const { port } = blocker.address() as { port: number };
    const { code, lines } = await failure({ [setting]: String(port) });
    blocker.close();
    expect({ code, lines }).toEqual({
      code: 1,
      lines: [`Port ${port} on 127.0.0.1 is in use. Stop what uses it, or set ${setting} to another.`],
    });
  });

  it('when the data directory is a file', async () => {
    const file = join(folder, 'data');
    writeFileSync(file, '');
    const { code, lines } = await failure({ DATA_DIR: file });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringContaining('is not a directory')]);
  });

  it('when the database server is not there', async () => {
    const { code, lines } = await failure({ DATABASE_URL: 'postgres://console:hunter2@127.0.0.1:1/console' });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringContaining('DATABASE_URL')]);
    expect(lines[0]).not.toContain('hunter2');
  });
});

describe('a running server', () => {
  it('prints the address, the mode and how to sign in, and has its data directory to itself', async () => {
    prepare('sandbox');
    const server = start({});
    await addressOf(server);
    expect(server.output()).toMatch(/http:\/\/localhost:\d+/);
    expect(server.output()).toMatch(/sandbox/i);
    expect(server.output()).toContain('sandbox-admin');

    const { code, lines } = await failure({});
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(`in use by process ${server.child.pid}`)]);
  });

  it('asked to end, answers every request that it carried out, then closes the database', async () => {
    prepare('sandbox');
    let server = start({});
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const address = await addressOf(server);
      const headers = { token: 'sandbox-admin', 'content-type': 'application/json' };
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

      server = start({});
      const list = await fetch(`${await addressOf(server)}/api/prod/v1/wallets?network=trx&limit=40`, {
        headers,
      });
      const { data } = (await list.json()) as { data: { wallets: { name: string }[] } };
      expect(data.wallets.filter(({ name }) => name === signal)).toHaveLength(acknowledged.length);
    }
  });

  it('never mistakes the sandbox, whose recovery phrase is public, for the real thing', async () => {
    prepare('sandbox');
    const { code, lines } = await failure({ SANDBOX: 'off' });
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringContaining('Set DATA_DIR to a new directory')]);
  });

  it('outside the sandbox prints a link for the first administrator until one has joined, no key, and what becomes of deposits and withdrawals', async () => {
    prepare('migrated');
    const first = start({ SANDBOX: 'off' });
    await addressOf(first);
    expect(first.output()).toMatch(/Withdrawals +stay new: there is no chain/);
    const lost = setupTokenOf(first);
    first.child.kill('SIGTERM');
    await first.ended;

    const second = start({ SANDBOX: 'off', CHAIN: 'sandbox' });
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

    const third = start({ SANDBOX: 'off' });
    await addressOf(third);
    expect(third.output()).not.toContain('/setup#');
    for (const { output } of [first, second, third]) {
      expect(output()).toMatch(/Deposits +not detected: no network is connected/);
    }
    expect(first.output() + second.output() + third.output()).not.toContain('wck_');
  });

  it('prints the link also where an API key was made meanwhile', async () => {
    prepare('keyed');
    const server = start({ SANDBOX: 'off' });
    const browser = browserOf(await addressOf(server));
    const setUp = { token: setupTokenOf(server), name: 'Ana Ruiz', email: 'ana@example.com' };
    expect((await browser.post('/session/setup', setUp)).status).toBe(200);
  });
});
