import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '#database/database.ts';
import { migrate } from '#database/migrate.ts';
import { makeTestDatabase } from '#database/testing.ts';
import { fromOwnPage, send } from './gateway/testing/http-client.ts';
import { findFaults, letTimePass, workThrough } from './service/withdrawals/testing-withdrawals.ts';
import { sandboxChain } from './service/chain/sandbox-chain.ts';
import { withdrawalsJob } from './service/withdrawals/withdrawals.job.ts';
import { startTestingApp } from './testing-app.ts';

/**
 * A database as the version before 0036-job-schedules made it: an account with a key and a session, a wallet with a deposit of 100
 * USDT, a withdrawal of 20 that was paid and one of 30 that is open. It is plain SQL, so that both databases load it.
 */
const dump = gunzipSync(
  readFileSync(join(import.meta.dirname, 'database/fixtures/earlier-database.sql.gz')),
).toString();
const earlier = {
  token: 'wck_4VBKXJIYHElA6euJjWmsmvatuk6I7dVsyunBS2dSZpU',
  cookie: 'wallet_console_session=ggjHEpv_oI6z-j8KlM9senZFGJ9jnraTBYd77ypnwg8',
  wallet: 'TWer2Ygk5TEheHp3TPuYeqxmB6SsGZmaL6',
};
const base = '/api/prod/v1';

it('opens the database of an earlier version with its keys, sessions and rows', async () => {
  const place = await makeTestDatabase();
  const database = await openDatabase(place.config);
  const { db } = database;
  await sql.raw(dump).execute(db);
  // Sessions end with time.
  await sql`update sessions set last_used_at = now(), expires_at = now() + interval '1 hour'`.execute(db);
  expect(await migrate(db)).toContain('0037-heartbeats');
  expect(await migrate(db)).toEqual([]);

  const { token, cookie, wallet } = earlier;
  const { app, address } = await startTestingApp(database);
  const dataOf = async (path: string, headers: Record<string, string>) => {
    const answer = await send(address, path, { headers });
    expect(answer.status).toBe(200);
    return (answer.json() as { data: unknown }).data;
  };

  expect(await dataOf(`${base}/wallets`, { token })).toMatchObject({
    count: 1,
    wallets: [{ address: wallet, name: 'Earlier wallet' }],
  });
  const session = { cookie, ...fromOwnPage };
  expect(await dataOf('/session', session)).toMatchObject({ key_name: 'Earlier key' });
  expect(await dataOf(`${base}/transactions`, session)).toMatchObject({ count: 2 });
  const requests = async () => await dataOf(`${base}/withdrawal-requests`, session);
  expect(await requests()).toMatchObject({
    data: [
      { external_id: 'earlier-open', status: 'new' },
      { external_id: 'earlier-paid', status: 'completed' },
    ],
  });
  expect(await dataOf('/console/audit-log', session)).toMatchObject({ count: expect.any(Number) });
  expect(await findFaults(db)).toEqual([]);

  // What was open is carried on.
  await letTimePass(db);
  const chain = sandboxChain(db, { confirmAfterMs: 0, refusedShare: 0, failedShare: 0 });
  await workThrough(db, withdrawalsJob({ db, chain }));
  expect(await requests()).toMatchObject({ data: [{ status: 'completed' }, { status: 'completed' }] });
  expect(await findFaults(db)).toEqual([]);
  await app.close();
  await database.close();
  await place.remove();
});
