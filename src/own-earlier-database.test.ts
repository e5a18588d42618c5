import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Invitation } from '#contract/gateway/users.ts';
import { openDatabase } from '#database/database.ts';
import { migrate } from '#database/migrate.ts';
import { makeTestDatabase } from '#database/testing.ts';
import { fromOwnPage, send } from './gateway/testing/http-client.ts';
import { browserOf } from './gateway/users/credentials/testing-sign-in.ts';
import { findFaults, letTimePass, workThrough } from './service/withdrawals/testing-withdrawals.ts';
import { sandboxChain } from './service/chain/sandbox-chain.ts';
import { withdrawalsJob } from './service/withdrawals/withdrawals.job.ts';
import { startTestingApp } from './testing-app.ts';

/** The SQL that makes the database of an earlier version. */
function dumpOf(name: string): string {
  const file = join(import.meta.dirname, `database/fixtures/${name}.sql.gz`);
  return gunzipSync(readFileSync(file)).toString();
}

/**
 * A database as the version before 0036-job-schedules made it: an account with a key and a session, a wallet with a deposit of 100
 * USDT, a withdrawal of 20 that was paid and one of 30 that is open. It is plain SQL, so that both databases load it.
 */
const dump = dumpOf('earlier-database');
const earlier = {
  token: 'wck_4VBKXJIYHElA6euJjWmsmvatuk6I7dVsyunBS2dSZpU',
  cookie: 'wallet_console_session=ggjHEpv_oI6z-j8KlM9senZFGJ9jnraTBYd77ypnwg8',
  wallet: 'TWer2Ygk5TEheHp3TPuYeqxmB6SsGZmaL6',
};
const base = '/api/prod/v1';

/** A database of an earlier version, brought to this one. */
async function openDump(text: string) {
  const place = await makeTestDatabase();
  const database = await openDatabase(place.config);
  const { db } = database;
  await sql.raw(text).execute(db);
  // Sessions end with time.
  await sql`update sessions set last_used_at = now(), expires_at = now() + interval '1 hour'`.execute(db);
  return { place, database, migrated: await migrate(db) };
}

it('opens the database of an earlier version with its keys, sessions and rows', async () => {
  const { place, database, migrated } = await openDump(dump);
  const { db } = database;
  expect(migrated).toContain('0037-heartbeats');
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

/**
 * A database as the version before 0044-users made it: an account with its first key, which has all permissions, a session
 * of that key, and a wallet with a note and a tag.
 */
const beforeUsers = {
  token: 'wck_teW2f8O4uj7Y1q-1TSrpw0KoI8lfUpxy9iRqVwpXj4k',
  cookie: 'wallet_console_session=iU21PeBuzo_ZCmGuvEJbl1NP1EVnmGSo8pvs1TQxfoo',
  wallet: 'TMSh5KKG6R4YxGHjC5BXLBjuebFbeLZJGA',
};

it('opens a database from before there were users, and its key makes the first administrator', async () => {
  const { place, database, migrated } = await openDump(dumpOf('before-users'));
  expect(migrated).toContain('0044-users');
  const { app, address } = await startTestingApp(database);
  const { token, cookie, wallet } = beforeUsers;
  const statusOf = async (path: string, headers: Record<string, string>) =>
    (await send(address, path, { headers })).status;
  expect(await statusOf(`${base}/wallets`, { token })).toBe(200);
  expect(await statusOf('/session', { cookie, ...fromOwnPage })).toBe(200);

  // With a session that was opened then, and with one that is opened now.
  const keyBrowser = browserOf(address);
  expect((await keyBrowser.post('/session', { token })).status).toBe(200);
  keyBrowser.cookie = cookie;
  const ana = { name: 'Ana Ruiz', email: 'ana@example.com' };
  const created = await keyBrowser.post('/console/users/first-administrator', ana);
  expect(created.status).toBe(200);

  const browser = browserOf(address);
  const { user_id: userId, token: invitation } = (created.json() as { data: Invitation }).data;
  await browser.joinWithPassword({ ...ana, userId, token: invitation });
  const read = async (path: string): Promise<unknown> =>
    ((await browser.get(path)).json() as { data: unknown }).data;
  expect(await read('/session')).toMatchObject({
    user: { name: 'Ana Ruiz' },
    console_permissions: expect.arrayContaining(['users:write']),
  });
  expect(await read(`${base}/wallets`)).toMatchObject({ count: 1, wallets: [{ address: wallet }] });
  expect(await read(`/console/wallet-notes?address=${wallet}`)).toMatchObject({
    note: 'From before there were users',
    tags: ['retail'],
  });
  expect(await statusOf('/session', { cookie, ...fromOwnPage })).toBe(200);
  await app.close();
  await database.close();
  await place.remove();
});
