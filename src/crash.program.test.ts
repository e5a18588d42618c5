import type { ChildProcess } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openDatabase } from '#database/database.ts';
import { verifyAuditLog } from './gateway/audit-log/audit-log-verify.ts';
import { verifyLedger } from './service/ledger/ledger-verify.ts';
import { makeDataDirectory } from './testing-data-directory.ts';
import { addressOf, type RunningProgram, startProgram } from './testing-program.ts';

// The embedded database has one process, ours to kill; a PostgreSQL server keeps its own promises.
const rounds = process.env['LONG_TESTS'] === '1' ? 10 : 2;
const creationsARound = 1000;
const requestsAtOnce = 16;
const networks = ['trx', 'eth', 'bnb', 'btc'];

let folder: string;
let running: ChildProcess | undefined;

beforeAll(() => {
  folder = makeDataDirectory('keyed');
});

afterAll(() => {
  running?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const env = () => ({ DATA_DIR: folder, SANDBOX: 'off' });

async function startServer(): Promise<RunningProgram & { address: string }> {
  const program = startProgram(env());
  running = program.child;
  return { ...program, address: await addressOf(program) };
}

/** Opens what the killed process left, as `ledger:verify` and `audit-log:verify` do, and verifies both. */
async function verify() {
  const { db, close } = await openDatabase({ kind: 'pglite', directory: folder });
  try {
    return { ledger: await verifyLedger(db), auditLog: await verifyAuditLog(db) };
  } finally {
    await close();
  }
}

/** Creates wallets until all are made or the server is gone; adds the addresses that it acknowledged. */
async function createWallets(
  address: string,
  token: string,
  round: number,
  acknowledged: string[],
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < creationsARound) {
      const network = networks[next % networks.length];
      const name = `Round ${round}, wallet ${(next += 1)}`;
      const answer = await fetch(`${address}/api/prod/v1/wallets`, {
        method: 'POST',
        headers: { token, 'content-type': 'application/json' },
        body: JSON.stringify({ name, network, type: 'user' }),
      }).catch(() => undefined);
      // Cut off in the middle of an answer is not acknowledged either.
      const text = await answer?.text().catch(() => undefined);
      if (text === undefined) return;
      const { data } = JSON.parse(text) as { data: { address: string } };
      acknowledged.push(data.address);
    }
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, worker));
}

async function listAll(address: string, token: string): Promise<string[]> {
  const found: string[] = [];
  for (;;) {
    const url = `${address}/api/prod/v1/wallets?limit=300&offset=${found.length}`;
    const answer = await fetch(url, { headers: { token } });
    const { data } = (await answer.json()) as { data: { count: number; wallets: { address: string }[] } };
    found.push(...data.wallets.map((wallet) => wallet.address));
    if (found.length >= data.count || data.wallets.length === 0) return found;
  }
}

async function deleteWallets(address: string, token: string, wallets: string[]): Promise<void> {
  const left = [...wallets];
  const worker = async () => {
    for (let wallet = left.pop(); wallet !== undefined; wallet = left.pop()) {
      const answer = await fetch(`${address}/api/prod/v1/wallets`, {
        method: 'DELETE',
        headers: { token, 'content-type': 'application/json' },
        body: JSON.stringify({ address: wallet }),
      });
      expect(answer.status).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, worker));
}

it(
  'killed again and again in the middle of 1,000 creations, keeps every wallet that it acknowledged, and an exact ledger',
  { timeout: 900_000 },
  async () => {
    const token = inject('preparedKey');
    let server = await startServer();
    let total = 0;
    let kept: string[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const acknowledged: string[] = [];
      const creating = createWallets(server.address, token, round, acknowledged);
      // Anywhere from the second requests to well into the thousand, however fast the machine is.
      const enough = requestsAtOnce + 1 + Math.floor(200 * Math.random());
      while (acknowledged.length < enough && server.child.exitCode === null) await setTimeout(1);
      await setTimeout(100 * Math.random());
      server.child.kill('SIGKILL');
      await creating;
      expect(acknowledged.length).toBeLessThan(creationsARound);
      total += acknowledged.length;

      const { ledger, auditLog } = await verify();
      expect(ledger.differences).toEqual([]);
      expect(ledger.counts.wallets).toBeGreaterThanOrEqual(acknowledged.length);
      expect(auditLog.differences).toEqual([]);
      expect(auditLog.heads).toHaveLength(1);
      server = await startServer();
      const found = await listAll(server.address, token);
      kept.push(...acknowledged);
      expect(kept.filter((address) => !found.includes(address))).toEqual([]);
      expect(new Set(kept).size).toBe(kept.length);
      // An account may have 500 wallets a network: room for the next rounds.
      if (found.length > 1000) {
        await deleteWallets(server.address, token, found);
        kept = [];
      }
    }
    // Killed while it was at work, not before.
    expect(total).toBeGreaterThan(rounds * requestsAtOnce);
  },
);
