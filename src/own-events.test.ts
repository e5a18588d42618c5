import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AuditLogEntry } from '#contract/gateway/audit-log.ts';
import type { EventDestination } from '#contract/gateway/event-destinations.ts';
import type { IncomingEvent } from '#contract/gateway/incoming-events.ts';
import type { NewWebhook } from '#contract/gateway/webhook.ts';
import { type Permission, permissions } from '#contract/permissions.ts';
import { useTestDatabase } from '#database/testing.ts';
import { inTransaction } from '#database/transaction.ts';
import { backgroundJobs } from './background-jobs.ts';
import { cookieOf, fromOwnPage, send } from './gateway/testing/http-client.ts';
import { now } from '#domain/clock.ts';
import { insertAccount } from './service/keys/accounts.store.ts';
import { insertKey } from './service/keys/keys.store.ts';
import { transactionRow } from './service/lists/testing-lists.ts';
import { insertTransactions } from './service/transactions/transactions.store.ts';
import { startTestingApp, type TestingApp } from './testing-app.ts';

const database = useTestDatabase();
const path = '/console/settings/event-destinations';
const unknownId = `dst_${'0'.repeat(24)}`;
let running: TestingApp;

beforeEach(async () => {
  running = await startTestingApp(database.database);
});

afterEach(async () => await running.app.close());

/** A signed-in user of an account of their own, or of the account given. */
async function open(held: readonly Permission[] = permissions, of?: string) {
  const accountId = of ?? (await insertAccount(database.db, 'Account'));
  const { token } = await insertKey(database.db, { accountId, name: 'Key', permissions: [...held] });
  const { address } = running;
  const signedIn = await send(address, '/session', {
    method: 'POST',
    headers: fromOwnPage,
    body: { token },
  });
  const headers = { cookie: cookieOf(signedIn), ...fromOwnPage };
  const call = async (method: string, where: string, body?: object) =>
    send(address, where, { method, headers, body });
  const dataOf = async <Data>(where: string) => ((await call('GET', where)).json() as { data: Data }).data;
  return {
    accountId,
    call,
    dataOf,
    destinations: async () => (await dataOf<{ destinations: EventDestination[] }>(path)).destinations,
  };
}

async function moveFunds(accountId: string): Promise<void> {
  const row = transactionRow(accountId, 1, { created_at: now() });
  await inTransaction(database.db, async (tx) => await insertTransactions(tx, [row]));
}

it('sends events that the console’s own webhook receives, and reads without a problem', async () => {
  const sender = await open();
  const receiver = await open();
  const created = await receiver.call('PUT', '/console/settings/webhook/secret', { version: 0 });
  const { url } = (created.json() as { data: NewWebhook }).data;
  expect((await sender.call('POST', path, { url })).status).toBe(200);
  const { app, config, jobs } = running;
  jobs.add(...backgroundJobs(config, database.db, app.log).filter(({ name }) => name === 'events'));
  await moveFunds(sender.accountId);
  const received = async () =>
    (await receiver.dataOf<{ events: IncomingEvent[] }>('/console/incoming-events')).events;
  await expect
    .poll(received)
    .toMatchObject([
      { user_id: sender.accountId, direction: 'in', currency: 'USDT', status: 'confirmed', problems: [] },
    ]);
  await expect
    .poll(sender.destinations)
    .toMatchObject([
      { url, created_by: 'Key', waiting: 0, failed: 0, latest: [{ state: 'delivered', attempts: 1 }] },
    ]);
  const [destination] = await sender.destinations();
  const again = { id: destination?.latest[0]?.id };
  expect((await sender.call('POST', `${path}/send-again`, again)).status).toBe(200);
  await expect.poll(received).toMatchObject([{ times: 2 }]);
});

it('is shown and changed with the permission for settings alone', async () => {
  const { accountId } = await open();
  const user = await open(
    permissions.filter((each) => each !== 'wallets:write'),
    accountId,
  );
  const attempts = [
    await user.call('GET', path),
    await user.call('POST', path, { url: 'https://hooks.example/' }),
    await user.call('DELETE', path, { id: unknownId }),
    await user.call('POST', `${path}/retry`, { id: unknownId }),
    await user.call('POST', `${path}/send-again`, { id: unknownId.replace('dst', 'dlv') }),
  ];
  for (const { status, body } of attempts) {
    expect(status).toBe(400);
    expect(body).toContain('wallets:write');
  }
  expect((await send(running.address, path)).status).toBe(401);
});

it('hides destinations from other accounts, and says so of one that isn’t there', async () => {
  const owner = await open();
  const other = await open();
  await owner.call('POST', path, { url: 'https://hooks.example/1' });
  await moveFunds(owner.accountId);
  const [destination] = await owner.destinations();
  expect(await other.destinations()).toEqual([]);
  const refusals = [
    await other.call('DELETE', path, { id: destination?.id }),
    await other.call('POST', `${path}/retry`, { id: destination?.id }),
    await other.call('POST', `${path}/send-again`, { id: destination?.latest[0]?.id }),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(await owner.destinations()).toMatchObject([{ waiting: 1 }]);
  expect((await owner.call('DELETE', path, { id: destination?.id })).status).toBe(200);
  expect(await owner.destinations()).toEqual([]);
});

it.each([
  ['nonsense', 'Enter a URL that starts with https://, without a user name, a password or a fragment.'],
  [
    'ftp://hooks.example/',
    'Enter a URL that starts with https://, without a user name, a password or a fragment.',
  ],
  [
    'https://me:secret@hooks.example/',
    'Enter a URL that starts with https://, without a user name, a password or a fragment.',
  ],
  ['https://hooks.example:99999/', 'This isn’t a URL.'],
  ['http://hooks.example/', 'Enter a URL that starts with https://.'],
  ['https://192.168.1.1/', 'Enter a public URL. Events aren’t sent to private networks.'],
])('refuses %s and names the field', async (url, message) => {
  const { call, destinations } = await open();
  const answer = await call('POST', path, { url });
  expect([answer.status, answer.json()]).toMatchObject([400, { data: { url: message } }]);
  expect(await destinations()).toEqual([]);
});

it('has its changes in the activity log, with the site of the URL and nothing that may grant access', async () => {
  const { call, dataOf, destinations } = await open();
  await call('POST', path, { url: 'https://hooks.example/hook/s3cret?key=s3cret' });
  const [destination] = await destinations();
  await call('DELETE', path, { id: destination?.id });
  const { entries } = await dataOf<{ entries: AuditLogEntry[] }>('/console/audit-log');
  expect(entries.slice(0, 2).map(({ operation }) => operation)).toEqual([
    'removeEventDestination',
    'addEventDestination',
  ]);
  expect(entries[1]?.details).toContain('https://hooks.example/…');
  const rows = await database.db.selectFrom('audit_log_entries').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('s3cret');
});
