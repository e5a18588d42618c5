import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compare, subtract, sum } from '#domain/arithmetic.ts';
import { decimal, ZERO } from '#domain/decimal.ts';
import { debitOf } from '#domain/withdrawal-amounts.ts';
import { type Database, openDatabase } from '#database/database.ts';
import { createServerDatabase, type ServerDatabase } from '#database/testing-server.ts';
import { receiveDeposit } from './service/testing-deposits.ts';
import { findFaults, outsider } from './service/withdrawals/testing-withdrawals.ts';
import { addressOf, firstKeyOf, projectFile, type RunningProgram, startProgram } from './testing-program.ts';

// The embedded database has one process, so that this needs a server.
const serverUrl = process.env['TEST_DATABASE_URL'];
const seconds = process.env['LONG_TESTS'] === '1' ? 60 : 15;
const clients = 20;
const fundsPerWallet = '20000';

let folder: string;
let database: Database | undefined;
let place: ServerDatabase | undefined;
const programs: RunningProgram[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wallet-console-kill-'));
  if (serverUrl !== undefined) place = await createServerDatabase(serverUrl);
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

type Answer = { status: number; data: Record<string, unknown> };

/** Undefined when the answer did not come, or not whole: then nothing was acknowledged. */
async function call(
  address: string,
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer | undefined> {
  try {
    const answer = await fetch(`${address}/api/prod/v1${path}`, {
      method,
      headers: { token, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { data } = (await answer.json()) as { data: Record<string, unknown> | null };
    return { status: answer.status, data: data ?? {} };
  } catch {
    return undefined;
  }
}

/** What one client was told in responses, and what it was not. */
class ClientRecord {
  /** Request id by external id. */
  readonly made = new Map<string, string>();
  readonly deleted = new Set<string>();
  readonly perhapsDeleted = new Set<string>();
  readonly unexpected: string[] = [];
  unanswered = 0;
}

type Setting = { addresses: () => string[]; token: string; wallets: readonly string[]; until: number };

const pick = <T>(values: readonly T[]): T | undefined => values[Math.floor(Math.random() * values.length)];

async function runClient(
  client: number,
  { addresses, token, wallets, until }: Setting,
): Promise<ClientRecord> {
  const record = new ClientRecord();
  const ask = async (method: string, body: unknown) =>
    await call(pick(addresses()) ?? '', token, method, '/withdrawal-request', body);

  const create = async (number: number) => {
    const isOfPool = Math.random() < 0.3;
    const external_id = `client-${client}-${number}`;
    const body = {
      amount: `${10 + Math.floor(Math.random() * 90)}.${Math.floor(Math.random() * 1000)}`,
      network: isOfPool ? 'bnb' : 'trx',
      currency: 'USDT',
      external_id,
      recipient_wallet: isOfPool ? outsider('bnb') : outsider('trx'),
      fee_included: Math.random() < 0.5,
      sender: isOfPool ? 'exchange' : 'user',
      ...(!isOfPool && { sender_wallet: pick(wallets) }),
    };
    // Without an answer nobody knows: the same request is sent again, until there is one.
    for (let answer = await ask('POST', body); ; answer = await ask('POST', body)) {
      if (answer === undefined) {
        record.unanswered += 1;
        await sleep(100);
        continue;
      }
      const { request_id: id } = (answer.data['data'] ?? {}) as { request_id?: string };
      if (answer.status === 200 && id !== undefined) record.made.set(external_id, id);
      else if (answer.status !== 400) record.unexpected.push(`POST ${answer.status}`);
      return;
    }
  };

  const remove = async () => {
    const newest = [...record.made.values()].slice(-5).filter((id) => !record.deleted.has(id));
    const request_id = pick(newest);
    if (request_id === undefined) return;
    const answer = await ask('DELETE', { request_id });
    if (answer?.status === 200) record.deleted.add(request_id);
    else if (answer === undefined) record.perhapsDeleted.add(request_id);
    else if (answer.status === 404 && record.perhapsDeleted.has(request_id)) record.deleted.add(request_id);
    else if (answer.status !== 400) record.unexpected.push(`DELETE ${answer.status}`);
  };

  for (let number = 0; Date.now() < until; number += 1) {
    await create(number);
    await sleep(Math.random() * 500);
    if (Math.random() < 0.3) await remove();
  }
  return record;
}

async function prepare(address: string, token: string, { db }: Database): Promise<string[]> {
  const makeWallet = async (network: string, type: string) => {
    const answer = await call(address, token, 'POST', '/wallets', { name: 'Funds', network, type });
    return String(answer?.data['address']);
  };
  const wallets = await Promise.all(Array.from({ length: 4 }, async () => await makeWallet('trx', 'user')));
  const pool = await makeWallet('bnb', 'accounting');
  const { account_id: accountId } = await db
    .selectFrom('accounts')
    .select('account_id')
    .executeTakeFirstOrThrow();
  const movement = { currency: 'USDT', amount: decimal(fundsPerWallet) } as const;
  for (const wallet of wallets) {
    await receiveDeposit(db, accountId, { network: 'trx', address: wallet }, movement);
  }
  await receiveDeposit(db, accountId, { network: 'bnb', address: pool }, movement);
  return wallets;
}

/** Until every request is finished. */
async function waitForWorkers({ db }: Database): Promise<void> {
  const open = db
    .selectFrom('withdrawal_requests')
    .select('request_id')
    .where('next_step_at', 'is not', null);
  await expect.poll(async () => (await open.execute()).length, { timeout: 180_000, interval: 500 }).toBe(0);
}

it.skipIf(serverUrl === undefined)(
  `keeps what it acknowledged and pays nothing twice: ${clients} clients, two processes, one killed half-way`,
  { timeout: 600_000 },
  async () => {
    const [one, two] = [start('one'), start('two')];
    const addresses = await Promise.all([addressOf(one), addressOf(two)]);
    const token = [one, two]
      .filter(({ output }) => output().includes('wck_'))
      .map(firstKeyOf)
      .join('');
    database = await openDatabase({ kind: 'postgres', url: place?.url ?? '' });
    const { db } = database;
    const wallets = await prepare(addresses[0], token, database);

    const until = Date.now() + seconds * 1000;
    const setting = { addresses: () => addresses, token, wallets, until };
    const running = Array.from({ length: clients }, async (_, client) => await runClient(client, setting));
    await sleep((seconds * 1000) / 2);
    one.child.kill('SIGKILL');
    await one.ended;
    const sentBefore = await db.selectFrom('sandbox_chain_payments').select('hash').execute();
    addresses[0] = await addressOf(start('one'));
    const records = await Promise.all(running);
    await waitForWorkers(database);

    expect(records.flatMap(({ unexpected }) => unexpected)).toEqual([]);
    const rows = await db.selectFrom('withdrawal_requests').selectAll().execute();
    const byId = new Map(rows.map((row) => [row.request_id, row]));
    const made = records.flatMap((record) => [...record.made]);
    const deleted = new Set(records.flatMap((record) => [...record.deleted]));
    const perhapsDeleted = new Set(records.flatMap((record) => [...record.perhapsDeleted]));

    // Nothing acknowledged is lost, and nothing is there that nobody asked for.
    expect(made.filter(([externalId, id]) => byId.get(id)?.external_id !== externalId)).toEqual([]);
    expect([...deleted].filter((id) => byId.get(id)?.deleted_at == null)).toEqual([]);
    const acknowledged = new Set(made.map(([, id]) => id));
    expect(rows.filter(({ request_id: id }) => !acknowledged.has(id))).toEqual([]);
    const lost = rows.filter(
      ({ request_id: id, deleted_at }) => deleted_at !== null && !deleted.has(id) && !perhapsDeleted.has(id),
    );
    expect(lost).toEqual([]);

    // The books, the holds, the counts, and one payment a request.
    expect(await findFaults(db)).toEqual([]);
    const listed = rows.filter(({ deleted_at }) => deleted_at === null);
    const completed = listed.filter(({ status }) => status === 'completed');
    const balances = await db
      .selectFrom('ledger_accounts')
      .select('balance')
      .where('kind', 'in', ['wallet', 'pool'])
      .execute();
    const funded = sum([...wallets, 'pool'].map(() => decimal(fundsPerWallet)));
    const left = sum(balances.map(({ balance }) => balance ?? ZERO));
    expect(subtract(funded, sum(completed.map(debitOf)))).toBe(left);
    const transactions = await db
      .selectFrom('transactions')
      .select('status')
      .where('direction', '=', 'out')
      .execute();
    expect(transactions.filter(({ status }) => status === 'completed')).toHaveLength(completed.length);
    const verified = spawnSync(
      process.execPath,
      [projectFile('src/service/ledger/ledger-verify.command.ts')],
      {
        env: { PATH: process.env['PATH'], ...env('two') },
      },
    );
    expect(String(verified.stdout)).toContain('No faults');

    // There was something to lose at the moment of the kill, and work went on after it.
    const sent = await db.selectFrom('sandbox_chain_payments').select('hash').execute();
    expect(sentBefore.length).toBeGreaterThan(0);
    expect(sent.length).toBeGreaterThan(sentBefore.length);
    expect(completed.length).toBeGreaterThan(0);
    expect(compare(left, ZERO)).toBe(1);
    const count = (status: string) => listed.filter((row) => row.status === status).length;
    const unanswered = sum(records.map((record) => decimal(record.unanswered)));
    process.stdout.write(
      `${seconds} s: ${made.length} requests acknowledged, ${deleted.size} deleted, ${completed.length} completed, ` +
        `${count('rejected')} rejected, ${count('error')} in error, ${sent.length} payments sent ` +
        `(${sentBefore.length} before the kill), ${unanswered} requests repeated without an answer\n`,
    );
  },
);
