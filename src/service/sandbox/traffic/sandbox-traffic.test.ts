import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { decimal } from '#domain/decimal.ts';
import type { Instant } from '#domain/time.ts';
import type { Tables } from '#database/tables.ts';
import { useTestDatabase } from '#database/testing.ts';
import { runOnce } from '#jobs/testing-jobs.ts';
import { insertAccountKeys } from '../../addresses/address-chains.ts';
import { sandboxAccountKeys } from '../../addresses/sandbox-phrase.ts';
import { sandboxChain } from '../../chain/sandbox-chain.ts';
import type { WalletRef } from '../../ledger/ledger-accounts.ts';
import { verifyLedger } from '../../ledger/ledger-verify.ts';
import { receiveDeposit } from '../../testing-deposits.ts';
import { createWallet } from '../../wallets/create-wallet.ts';
import { parseOrder } from '../../withdrawals/check-withdrawal.ts';
import { createRequest } from '../../withdrawals/create-withdrawal.ts';
import { order, outsider } from '../../withdrawals/testing-withdrawals.ts';
import { withdrawalsJob } from '../../withdrawals/withdrawals.job.ts';
import { makeRandom } from '../random.ts';
import { sandboxAccountId } from '../sandbox-keys.ts';
import { seedSandbox } from '../seed-sandbox.ts';
import { arrive, confirmNext } from './deposit-traffic.ts';
import { requestSome } from './request-traffic.ts';
import { sandboxTraffic } from './sandbox-traffic.ts';

const database = useTestDatabase();
const userWalletName = 'Created by a person';
const start = '2026-06-30T18:00:00.000000Z' as Instant;

beforeEach(async () => {
  // Only the clock is simulated: the database waits on real timers.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(start) });
  await insertAccountKeys(database.db, sandboxAccountKeys);
  await seedSandbox(database.db, { now: start, size: 'sketch' });
});

afterEach(() => {
  vi.useRealTimers();
});

const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

async function count(table: keyof Tables, status?: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select count(*) as rows from ${sql.table(table)}
    where created_at > ${start} ${status === undefined ? sql`` : sql`and status = ${status}`}`.execute(
    database.db,
  );
  return rows[0]?.rows ?? 0;
}

it('lets deposits, exchanges and withdrawals come and be finished for an hour, and the books stay right', async () => {
  const traffic = sandboxTraffic(database.db, { random: makeRandom(7), elapsedMs: Date.now });
  const withdrawals = withdrawalsJob({ db: database.db, chain: sandboxChain(database.db) });
  for (let second = 0; second < 3_600; second += 1) {
    later(1);
    await runOnce(traffic);
    if (second % 5 === 0) while (await runOnce(withdrawals));
  }
  expect((await verifyLedger(database.db)).differences).toEqual([]);
  const deposits = await count('transactions', 'completed');
  expect(deposits).toBeGreaterThan(60);
  expect(deposits).toBeLessThan(400);
  expect(await count('exchange_transactions', 'completed')).toBeGreaterThan(10);
  expect(await count('withdrawal_requests', 'completed')).toBeGreaterThan(3);
});

it('pays no wallet that a person created, neither an empty one nor one that was paid before', async () => {
  await createUserWallet();
  const funded = await createUserWallet();
  for (let i = 0; i < 30; i += 1) await fund(funded, '100');
  const random = makeRandom(7);
  for (let round = 0; round < 150; round += 1) {
    later(60);
    await arrive(database.db, random);
  }
  const arrived = await database.db
    .selectFrom('transactions as t')
    .innerJoin('wallets as w', 'w.address', 't.recipient_wallet')
    .select('w.name')
    .where('t.status', '=', 'in_progress')
    .where('t.created_at', '>', start)
    .execute();
  expect(arrived.length).toBeGreaterThan(100);
  expect(arrived.filter(({ name }) => name === userWalletName)).toEqual([]);
});

it('repeats no withdrawal from or to a wallet that a person created', async () => {
  const [payer, payee] = [await createUserWallet(), await createUserWallet()];
  await fund(payer, '1000000');
  const chain = sandboxChain(database.db, { refusedShare: 0, failedShare: 0 });
  const withdrawals = withdrawalsJob({ db: database.db, chain });
  for (const recipient of [outsider('trx'), payee.address]) {
    for (let i = 0; i < 5; i += 1) await withdraw(payer, recipient);
  }
  for (let second = 0; second < 300; second += 5) {
    later(5);
    while (await runOnce(withdrawals));
  }
  const made = await count('withdrawal_requests', 'completed');
  expect(made).toBe(10);
  const random = makeRandom(7);
  for (let round = 0; round < 100; round += 1) {
    later(60);
    await requestSome(database.db, random);
  }
  const users = new Set([payer.address, payee.address]);
  const requests = await database.db
    .selectFrom('withdrawal_requests')
    .select(['sender_wallet', 'recipient_wallet'])
    .where('status', '=', 'new')
    .where('created_at', '>', start)
    .execute();
  expect(requests.length).toBeGreaterThan(20);
  const used = requests.filter(
    (each) => users.has(each.sender_wallet ?? '') || users.has(each.recipient_wallet),
  );
  expect(used).toEqual([]);
});

it('takes its usual pace after a pause, not all that was missed', async () => {
  const traffic = sandboxTraffic(database.db, { random: makeRandom(7), elapsedMs: Date.now });
  later(86_400);
  for (let second = 0; second < 20; second += 1) {
    later(1);
    await runOnce(traffic);
  }
  const happened = (await count('transactions')) + (await count('exchange_transactions'));
  expect(happened).toBeGreaterThan(0);
  expect(happened).toBeLessThan(5);
});

it('confirms after a restart what was under way before it', async () => {
  const before = await inProgress();
  expect(before).toBeGreaterThan(0);
  later(3_600);
  const traffic = sandboxTraffic(database.db, { random: makeRandom(7), elapsedMs: Date.now });
  for (let second = 0; second < 60; second += 1) {
    later(1);
    await runOnce(traffic);
  }
  expect(await inProgress()).toBe(0);
});

it('credits a deposit once, however many processes confirm at the same time', async () => {
  const before = await inProgress();
  later(3_600);
  await Promise.all([1, 2, 3, 4].map(async (seed) => await confirmNext(database.db, makeRandom(seed))));
  expect(await inProgress()).toBeLessThan(before);
  const { rows } = await sql`
    select reference from ledger_postings where kind = 'deposit'
    group by reference having count(*) > 1`.execute(database.db);
  expect(rows).toEqual([]);
});

async function createUserWallet(): Promise<WalletRef> {
  later(1);
  const address = await createWallet(database.db, sandboxAccountId, {
    name: userWalletName,
    network: 'trx',
    type: 'user',
  });
  if (address === undefined) throw new Error('The account has too many wallets.');
  return { network: 'trx', address };
}

async function fund(wallet: WalletRef, amount: string): Promise<void> {
  await receiveDeposit(database.db, sandboxAccountId, wallet, { currency: 'USDT', amount: decimal(amount) });
}

async function withdraw(payer: WalletRef, recipient: string): Promise<void> {
  const body = order({ sender: 'user', sender_wallet: payer.address, recipient_wallet: recipient });
  await createRequest(database.db, sandboxAccountId, parseOrder(createWithdrawalRequest.body.parse(body)), 1);
}

async function inProgress(): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select count(*) as rows from transactions
    where direction = 'in' and status = 'in_progress' and created_at <= ${start}`.execute(database.db);
  return rows[0]?.rows ?? 0;
}
