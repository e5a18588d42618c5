import { beforeEach, expect, it } from 'vitest';
import { permissions } from '#contract/permissions.ts';
import { useTestDatabase } from '#database/testing.ts';
import {
  makeTinyService,
  type RunningGateway,
  setUpGateways,
  TestClock,
} from '../testing/gateway-harness.ts';
import { fromOwnPage } from '../testing/http-client.ts';
import { startStandInProvider } from '../testing/stand-in-provider.ts';
import { addUser } from '../users/testing-users.ts';
import { eventOf, openWebhook, webhookOf } from './testing-events.ts';

const database = useTestDatabase();
const start = setUpGateways(database);
const path = '/console/settings/webhook';

let gateway: RunningGateway;

beforeEach(async () => {
  const tiny = makeTinyService('good', 'other', 'reader');
  const { describeKey } = tiny;
  const provider: typeof tiny = {
    ...tiny,
    describeKey: async (key) => {
      const description = await describeKey(key);
      const held = permissions.filter((each) => each !== 'wallets:write');
      return key === 'reader' && description ? { ...description, permissions: held } : description;
    },
  };
  tiny.accounts.set('reader', 'account of good');
  gateway = await start({ provider, now: new TestClock().now });
});

it('is not there until a user creates its URL', async () => {
  const { get } = await gateway.open('good');
  expect(webhookOf(await get(path))).toMatchObject({ state: 'none', version: 0 });
  expect((await get('/session')).json()).toMatchObject({ data: { receives_events: false } });
  const { read, url } = await openWebhook(gateway);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/webhooks\/transactions\/[\w-]{43}$/);
  expect(await read()).toMatchObject({ state: 'ready', version: 1, updated_by: 'key good' });
  expect((await get('/session')).json()).toMatchObject({ data: { receives_events: true } });
});

it('shows its URL only when it is created or replaced, which an open session alone can’t do', async () => {
  const webhook = await openWebhook(gateway);
  const replaced = await webhook.replace();
  const answers = [webhook.url, replaced.body].map((text) => /[\w-]{43}/.exec(text)?.[0]);
  expect(new Set(answers).size).toBe(2);
  const later = [await webhook.get(path), await webhook.allow('203.0.113.7')];
  for (const { status, body } of later) {
    expect(status).toBe(200);
    expect(body).not.toContain('/webhooks/');
    expect(body).not.toContain(answers[1]);
  }
  const ana = await addUser(database, { hasJoined: true });
  const headers = { ...fromOwnPage, cookie: ana.cookie };
  const alone = { method: 'PUT', headers, body: { version: 3 } };
  expect((await gateway.send(`${path}/secret`, alone)).status).toBe(403);
});

it('has a URL at the public address of the console', async () => {
  const publicUrl = new URL('https://wallets.example/');
  const settings = { sessionSecret: 'a secret of the tests, long enough', publicUrl };
  const { url } = await openWebhook(await start({ settings }));
  expect(url).toMatch(/^https:\/\/wallets\.example\/webhooks\/transactions\/[\w-]{43}$/);
});

it('stores the secret as a hash alone', async () => {
  const { url } = await openWebhook(gateway);
  const secret = url.split('/').at(-1) ?? '';
  const rows = await database.db.selectFrom('incoming_webhooks').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(rows[0]).not.toHaveProperty('sealed_secret');
  expect(JSON.stringify(rows)).not.toContain(secret);
});

it('still receives with another session secret', async () => {
  const webhook = await openWebhook(gateway);
  const elsewhere = await start({ settings: { sessionSecret: 'another secret, which is as long' } });
  const { pathname } = new URL(webhook.url);
  expect((await elsewhere.send(pathname, { method: 'POST', body: eventOf() })).status).toBe(200);
});

it('is shown and changed with the permission for settings alone', async () => {
  const { version } = await (await openWebhook(gateway)).read();
  const { get, cookie } = await gateway.open('reader');
  const headers = { ...fromOwnPage, cookie };
  const answers = [
    await get(path),
    await gateway.send(`${path}/secret`, { method: 'PUT', headers, body: { version } }),
    await gateway.send(`${path}/sources`, { method: 'PUT', headers, body: { version, sources: [] } }),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(400);
    expect(answer.body).toContain('wallets:write');
    expect(answer.body).not.toContain('/webhooks/');
  }
  expect((await gateway.send(path, { headers: { token: 'good' } })).status).toBe(401);
});

it('isn’t changed by a user who has not seen the last change', async () => {
  const webhook = await openWebhook(gateway);
  const { version } = await webhook.read();
  const attempts = await Promise.all(
    [1, 2].map(async () => webhook.change(`${path}/secret`, 'PUT', { version })),
  );
  expect(attempts.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const late = await webhook.change(`${path}/sources`, 'PUT', { version, sources: ['203.0.113.7'] });
  expect(late.status).toBe(409);
  expect(await webhook.read()).toMatchObject({ version: version + 1, sources: [] });
});

it('sends responses with the secret uncompressed', async () => {
  const webhook = await openWebhook(gateway);
  await webhook.allow(
    ...Array.from({ length: 50 }, (_, index) => `2001:db8:1111:2222:3333:4444:5555:${index}`),
  );
  const { version } = await webhook.read();
  const headers = { ...fromOwnPage, cookie: webhook.cookie, 'accept-encoding': 'gzip, br' };
  const answer = await gateway.send(`${path}/secret`, { method: 'PUT', headers, body: { version } });
  expect(answer.body).toContain('/webhooks/');
  expect(answer.body.length).toBeGreaterThan(1400);
  expect(answer.headers['content-encoding']).toBeUndefined();
});

it('has its changes in the activity log, and nothing of the secret', async () => {
  const webhook = await openWebhook(gateway);
  const { url } = webhookOf(await webhook.replace());
  await webhook.allow('203.0.113.7');
  await webhook.send(eventOf());
  const log = await webhook.get('/console/audit-log');
  const { entries } = (log.json() as { data: { entries: { operation: string; details: string }[] } }).data;
  expect(entries.map(({ operation }) => operation)).toEqual([
    'changeWebhookSources',
    'replaceWebhookSecret',
    'replaceWebhookSecret',
    'openSession',
  ]);
  expect(entries[0]?.details).toContain('203.0.113.7');
  const rows = await database.db.selectFrom('audit_log_entries').selectAll().execute();
  for (const secret of [webhook.url, url].map((text) => text.split('/').at(-1) ?? '')) {
    expect(secret).toHaveLength(43);
    expect(JSON.stringify(rows)).not.toContain(secret);
  }
});

it('is kept here in front of a remote provider as well', async () => {
  const provider = await startStandInProvider();
  const remote = await start({ mode: 'remote', provider: { kind: 'remote', url: provider.url } });
  const webhook = await openWebhook(remote);
  provider.received.length = 0;
  expect((await webhook.send(eventOf())).status).toBe(200);
  expect((await webhook.list()).count).toBe(1);
  expect(provider.received).toEqual([]);
  await provider.close();
});
