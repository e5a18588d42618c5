import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { permissions } from '#contract/permissions.ts';
import { decimal } from '#domain/decimal.ts';
import { testDatabaseKind, useTestDatabase } from '#database/testing.ts';
import { type Answer, send } from './gateway/testing/http-client.ts';
import { insertAccountKeys } from './service/addresses/address-chains.ts';
import { sandboxAccountKeys } from './service/addresses/sandbox-phrase.ts';
import { insertAccount } from './service/keys/accounts.store.ts';
import { insertKey } from './service/keys/keys.store.ts';
import { receiveDeposit } from './service/testing-deposits.ts';
import { createWallet } from './service/wallets/create-wallet.ts';
import { findFaults, order } from './service/withdrawals/testing-withdrawals.ts';
import { startTestingApp, type TestingApp } from './testing-app.ts';

const isLong = process.env['LONG_TESTS'] === '1';
const [measuredMs, lockedMs] = isLong ? [20_000, 60_000] : [2_000, 5_000];
/** In a short run, one pause of the machine decides the 99th percentile. Without connections requests wait for seconds. */
const noiseMs = isLong ? 0 : 300;
/** As a client that does something with what it was told. Without it, these would keep the machine busy, for other tests too. */
const pauseMs = 20;

const test = useTestDatabase();
const base = '/api/prod/v1';

let running: TestingApp;

beforeAll(async () => {
  running = await startTestingApp(test.database, {
    settings: { RATE_LIMIT_PER_MINUTE: '0' },
    onJobError: () => undefined,
  });
});
afterAll(async () => running.app.close());

async function makeAccount(wallets: number) {
  const { db } = test;
  const accountId = await insertAccount(db, 'Account');
  const { token } = await insertKey(db, { accountId, name: 'Key', permissions });
  const addresses = [];
  for (let index = 0; index < wallets; index += 1) {
    const made = await createWallet(db, accountId, { name: `W${index}`, network: 'trx', type: 'user' });
    if (made === undefined) throw new Error('No wallet was made.');
    const funds = { currency: 'USDT', amount: decimal('1000') } as const;
    await receiveDeposit(db, accountId, { network: 'trx', address: made }, funds);
    addresses.push(made);
  }
  const call = async (method: string, path: string, body?: object): Promise<Answer> =>
    send(running.address, `${base}${path}`, { method, headers: { token }, ...(body && { body }) });
  return { call, addresses };
}

type Account = Awaited<ReturnType<typeof makeAccount>>;

/** A client that creates and deletes a withdrawal of the wallet and lists transactions, until the time is over. */
async function work({ call }: Account, wallet: string | undefined, untilMs: number): Promise<number[]> {
  const times: number[] = [];
  const timed = async (...request: Parameters<Account['call']>): Promise<Answer> => {
    const begun = performance.now();
    const answer = await call(...request);
    times.push(performance.now() - begun);
    expect(answer.status).toBe(200);
    return answer;
  };
  while (performance.now() < untilMs) {
    const body = order({ amount: '10', sender: 'user', sender_wallet: wallet });
    const made = (await timed('POST', '/withdrawal-request', body)).json() as {
      data: { data: { request_id: string } };
    };
    await timed('DELETE', '/withdrawal-request', { request_id: made.data.data.request_id });
    await timed('GET', '/transactions?limit=100');
    await sleep(pauseMs);
  }
  return times;
}

const p99 = (times: number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;

const rounded = (times: number[]): string => times.map((ms) => Math.round(ms)).join(', ');

it.skipIf(testDatabaseKind !== 'postgres')(
  'keeps other wallets and accounts fast while a row is locked, and tells those who need it in time',
  async () => {
    await insertAccountKeys(test.db, sandboxAccountKeys);
    const [busy, other] = [await makeAccount(2), await makeAccount(1)];
    const [locked, free] = busy.addresses;
    const others = async (ms: number): Promise<number[][]> => {
      const until = performance.now() + ms;
      return await Promise.all([work(busy, free, until), work(other, other.addresses[0], until)]);
    };
    await others(1_000);
    const before = (await others(measuredMs)).map(p99);

    const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holder = test.database.jobs.transaction().execute(async (trx) => {
      const row = trx
        .selectFrom('ledger_accounts')
        .select('balance')
        .where('wallet_address', '=', locked ?? '');
      await row.forUpdate().execute();
      held.resolve();
      await released.promise;
    });
    await held.promise;
    const end = performance.now() + lockedMs;
    const waits: { status: number; ms: number }[] = [];
    const waiting = Array.from({ length: 20 }, async (_, index) => {
      // As clients come: one after the other.
      await sleep(index * 100);
      while (performance.now() < end) {
        const begun = performance.now();
        const body = order({ amount: '10', sender: 'user', sender_wallet: locked });
        const { status, headers } = await busy.call('POST', '/withdrawal-request', body);
        waits.push({ status, ms: performance.now() - begun });
        await sleep(Number(headers['retry-after'] ?? 0) * 1000);
      }
    });
    const during = (await others(lockedMs)).map(p99);
    await Promise.all(waiting);
    released.resolve();
    await holder;
    const after = (await others(measuredMs)).map(p99);
    const unlocked = before.map((ms, index) => Math.max(ms, after[index] ?? 0));

    const longest = Math.round(Math.max(...waits.map(({ ms }) => ms)));
    const summary = `p99 in ms [same account, other account]: unlocked ${rounded(unlocked)}, locked ${rounded(during)}; ${waits.length} requests for the row, told within ${longest} ms`;
    process.stdout.write(`${summary}\n`);
    during.forEach((ms, index) => expect(ms).toBeLessThanOrEqual((unlocked[index] ?? 0) * 2 + noiseMs));
    expect(new Set(waits.map(({ status }) => status))).toEqual(new Set([503]));
    expect(longest).toBeLessThan(9_000);
    const body = order({ amount: '10', sender: 'user', sender_wallet: locked });
    expect((await busy.call('POST', '/withdrawal-request', body)).status).toBe(200);
    expect(await findFaults(test.db)).toEqual([]);
  },
  180_000,
);
