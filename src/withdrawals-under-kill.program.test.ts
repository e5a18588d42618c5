import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { type Database, openDatabase } from '#database/database.ts';
import { createServerDatabase, type ServerDatabase } from '#database/testing-server.ts';
import { findFaults } from './service/withdrawals/testing-withdrawals.ts';
import { insertTestKey } from './testing-installation.ts';
import { addressOf, type RunningProgram, startProgram } from './testing-program.ts';
import {
  auditClients,
  ClientRecord,
  fundsOf,
  isAllPaid,
  makeFundedWallets,
  runClient,
} from './testing-withdrawal-clients.ts';

// The embedded database has one process, so that this needs a server.
const serverUrl = process.env['TEST_DATABASE_URL'];
const seconds = process.env['LONG_TESTS'] === '1' ? 60 : 3;
const clients = 20;
const fundsPerWallet = decimal('20000');

let folder: string;
let database: Database | undefined;
let place: ServerDatabase | undefined;
const programs: RunningProgram[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wallet-console-kill-'));
  if (serverUrl !== undefined) place = await createServerDatabase(serverUrl, inject('migratedOnServer'));
});

afterAll(async () => {
  for (const { child } of programs) child.kill('SIGKILL');
  await Promise.all(programs.map(({ ended }) => ended));
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
  await place?.drop({ isForced: true });
});

const env = (process: string) => ({
  DATABASE_URL: place?.url ?? '',
  DATA_DIR: join(folder, process),
  SESSION_SECRET: 'shared '.repeat(8),
  CHAIN: 'sandbox',
  WITHDRAWAL_DELAY_SECONDS: '1',
  RATE_LIMIT_PER_MINUTE: '0',
});

function start(process: string): RunningProgram {
  const program = startProgram(env(process));
  programs.push(program);
  return program;
}

it.skipIf(serverUrl === undefined)(
  `keeps what it acknowledged and pays nothing twice: ${clients} clients, two processes, one killed half-way`,
  { timeout: 600_000 },
  async () => {
    const [one, two] = [start('one'), start('two')];
    const addresses = await Promise.all([addressOf(one), addressOf(two)]);
    const opened = await openDatabase({ kind: 'postgres', url: place?.url ?? '' });
    database = opened;
    const { db } = opened;
    const token = await insertTestKey(db);
    const wallets = await makeFundedWallets(addresses[0], token, opened, fundsPerWallet);

    const until = Date.now() + seconds * 1000;
    const records = Array.from({ length: clients }, () => new ClientRecord());
    const setting = { addresses: () => addresses, token, wallets, isOver: () => Date.now() >= until };
    const running = records.map(async (record, client) => await runClient({ ...setting, client }, record));
    await sleep((seconds * 1000) / 2);
    const readSent = async () => await db.selectFrom('sandbox_chain_payments').select('hash').execute();
    // There is something to lose at the moment of the kill.
    await expect.poll(async () => (await readSent()).length, { timeout: 30_000 }).toBeGreaterThan(0);
    one.child.kill('SIGKILL');
    await one.ended;
    const sentBefore = await readSent();
    addresses[0] = await addressOf(start('one'));
    await Promise.all(running);
    const paid = async () => await isAllPaid(opened);
    await expect.poll(paid, { timeout: 180_000, interval: 500 }).toBe(true);

    expect(records.flatMap(({ unexpected }) => unexpected)).toEqual([]);
    const attempts = records.flatMap((record) => record.attempts);
    // A process that is killed leaves its clients without a response, and nobody else waits.
    expect(attempts.filter(({ status }) => status !== undefined && status >= 409)).toEqual([]);
    const funded = fundsOf(wallets.length + 1, fundsPerWallet);
    const audited = await auditClients(opened, records, funded);
    expect(audited.filter(({ broken }) => broken.length > 0)).toEqual([]);
    // The books, the holds, the counts, and one payment a request.
    expect(await findFaults(db)).toEqual([]);

    // Work went on after the kill.
    const sent = await readSent();
    expect(sent.length).toBeGreaterThan(sentBefore.length);
    expect(audited.filter(({ checked }) => checked === 0)).toEqual([]);
    const unanswered = attempts.filter(({ status }) => status === undefined).length;
    const counts = audited.map(({ guarantee, checked }) => `${guarantee} (${checked})`).join(', ');
    process.stdout.write(
      `${seconds} s: ${counts}; ${sent.length} payments sent, ${sentBefore.length} before the kill; ` +
        `${unanswered} requests repeated without a response\n`,
    );
  },
);
