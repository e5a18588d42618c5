import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { permissions } from '#contract/permissions.ts';
import { decimal } from '#domain/decimal.ts';
import { testDatabaseKind, useTestDatabase } from '#database/testing.ts';
import { send } from './gateway/testing/http-client.ts';
import { insertAccountKeys } from './service/addresses/address-chains.ts';
import { sandboxAccountKeys } from './service/addresses/sandbox-phrase.ts';
import { insertAccount } from './service/keys/accounts.store.ts';
import { insertKey } from './service/keys/keys.store.ts';
import { receiveDeposit } from './service/testing-deposits.ts';
import { createWallet } from './service/wallets/create-wallet.ts';
import { findFaults, order } from './service/withdrawals/testing-withdrawals.ts';
import { startTestingApp, type TestingApp } from './testing-app.ts';

const test = useTestDatabase();
const path = '/api/prod/v1/withdrawal-request';

let running: TestingApp;
let token: string;
let wallet: string;

beforeEach(async () => {
  const { database, db } = test;
  running = await startTestingApp(database, { onJobError: () => undefined });
  await insertAccountKeys(db, sandboxAccountKeys);
  const accountId = await insertAccount(db, 'Account');
  ({ token } = await insertKey(db, { accountId, name: 'Key', permissions }));
  wallet = (await createWallet(db, accountId, { name: 'W', network: 'trx', type: 'user' })) ?? '';
  const amount = decimal('100');
  await receiveDeposit(db, accountId, { network: 'trx', address: wallet }, { currency: 'USDT', amount });
});

afterEach(async () => running.app.close());

const create = async (body: object) =>
  send(running.address, path, { method: 'POST', headers: { token }, body });

async function countRequests(): Promise<number> {
  return (await test.db.selectFrom('withdrawal_requests').select('request_id').execute()).length;
}

/** Runs the work while a trigger on each new withdrawal does this. */
async function withTrigger(when: string, body: string, work: () => Promise<void>): Promise<void> {
  const { db } = test;
  await sql`create function disturb() returns trigger language plpgsql as ${sql.lit(body)}`.execute(db);
  await sql`create ${sql.raw(when)} on withdrawal_requests ${sql.raw(
    when.startsWith('constraint') ? 'deferrable initially deferred' : '',
  )} for each row execute function disturb()`.execute(db);
  try {
    await work();
  } finally {
    await sql`drop trigger disturb on withdrawal_requests`.execute(db);
    await sql`drop function disturb`.execute(db);
  }
}

it('answers 503 with Retry-After when nothing was stored, and the same request then succeeds', async () => {
  const body = order({ amount: '10', sender: 'user', sender_wallet: wallet });
  const fails = `begin raise exception 'no space left' using errcode = '53100'; end`;
  await withTrigger('trigger disturb before insert', fails, async () => {
    const refused = await create(body);
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('3');
    expect(refused.json()).toEqual({
      code: '503',
      error_code: 'system',
      error_message: 'The service is busy. Try again in a few seconds',
      data: null,
    });
  });
  expect(await countRequests()).toBe(0);
  expect((await create(body)).status).toBe(200);
  expect((await create(body)).status).toBe(200);
  expect(await countRequests()).toBe(1);
  expect(await findFaults(test.db)).toEqual([]);
});

it.skipIf(testDatabaseKind !== 'postgres')(
  'never says that nothing was done when the connection ends during the commit',
  async () => {
    const body = order({ amount: '10', sender: 'user', sender_wallet: wallet });
    const ends = `begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); return new; end`;
    await withTrigger('constraint trigger disturb after insert', ends, async () => {
      const unknown = await create(body);
      expect(unknown.status).toBe(500);
      expect(unknown.headers['retry-after']).toBeUndefined();
      expect(unknown.json()).toMatchObject({
        error_message: expect.stringContaining('The change may have been made'),
      });
    });
    expect((await create(body)).status).toBe(200);
    expect(await countRequests()).toBe(1);
    expect(await findFaults(test.db)).toEqual([]);
  },
);
