import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { makeTinyService, setUpGateways, TestClock } from '../testing/gateway-harness.ts';
import { fromOwnPage } from '../testing/http-client.ts';
import { verifyAuditLog } from './audit-log-verify.ts';

const database = useTestDatabase();
const startGateway = setUpGateways(database);
const full = sql<boolean>`last_used_at < '2026-01-02T03:06:00Z'`;
const owner = { accountId: 'account of good-key', keyName: 'Former' };

let clock: TestClock;
let gateway: Awaited<ReturnType<typeof startGateway>>;

beforeEach(async () => {
  clock = new TestClock();
  const provider = makeTinyService('good-key');
  const { describeKey } = provider;
  provider.identifyKey = async (key) => (key === 'revoked-key' ? owner : describeKey(key));
  gateway = await startGateway({ provider, now: clock.now });
});

const rows = async () =>
  database.db
    .selectFrom('audit_log_entries')
    .selectAll()
    .where('via', '<>', 'system')
    .where('outcome_of', 'is', null)
    .orderBy('sequence')
    .execute();

const create = async (token: string, body: object) =>
  gateway.send('/api/prod/v1/wallets', { method: 'POST', headers: { token }, body });
const valid = { name: 'Treasury', network: 'trx', type: 'user' };

it('records requests with a revoked key once a minute, with their number and nothing of what they asked', async () => {
  for (let time = 0; time < 20; time += 1) {
    expect((await create('revoked-key', { ...valid, name: `x${'y'.repeat(200)}` })).status).toBe(401);
  }
  clock.advance({ minutes: 1 });
  expect((await create('revoked-key', valid)).status).toBe(401);
  const found = await rows();
  expect(found.map(({ operation, details, subject }) => [operation, subject, details])).toEqual([
    ['createWallet', null, null],
    ['refusedRequests', null, '{"count":19,"since":"2026-01-02T03:04:05.000000Z"}'],
    ['createWallet', null, null],
  ]);
  expect(found[0]).toMatchObject({ key_name: 'Former', ip_address: '127.0.0.1' });
  expect((await verifyAuditLog(database.db)).differences).toEqual([]);
});

it('records invalid requests of a working key the same way, and its changes each with its own entry', async () => {
  for (let time = 0; time < 5; time += 1) await create('good-key', { ...valid, network: 'doge' });
  expect((await create('good-key', valid)).status).toBe(200);
  expect((await rows()).map(({ operation, details }) => [operation, details])).toEqual([
    ['createWallet', null],
    ['createWallet', JSON.stringify(valid)],
  ]);
});

it('caps requests with one revoked key from however many addresses', async () => {
  const provider = makeTinyService();
  provider.identifyKey = async () => owner;
  gateway = await startGateway({ provider, now: clock.now, trustProxy: true });
  const ask = async (index: number) =>
    gateway.send('/api/prod/v1/wallets', {
      method: 'POST',
      headers: { token: 'revoked-key', 'x-forwarded-for': `2001:db8:${index.toString(16)}::1` },
      body: valid,
    });
  for (let index = 0; index < 40; index += 1) expect((await ask(index)).status).toBe(401);
  // Ten addresses, and one entry for all others.
  expect(await rows()).toHaveLength(11);
});

it('caps sign-ins with a revoked key', async () => {
  for (let time = 0; time < 5; time += 1) await gateway.signIn('revoked-key');
  expect((await rows()).map(({ operation }) => operation)).toEqual(['openSession']);
});

it('never blocks reading when nothing can be written, and lets no change pass', async () => {
  const { cookie, get } = await gateway.open('good-key');
  clock.advance({ minutes: 5 });
  // Simulates a full disk: neither the activity log nor the last use of a session can be written.
  await database.db.schema.alterTable('audit_log_entries').renameTo('hidden').execute();
  await database.db.schema.alterTable('sessions').addCheckConstraint('full', full).execute();
  try {
    expect((await get('/console/settings')).status).toBe(200);
    expect((await get('/api/prod/v1/test')).status).toBe(200);
    const headers = { cookie, ...fromOwnPage };
    const body = { list: 'wallets', name: 'Mine', search: 'network=trx' };
    expect((await gateway.send('/console/views', { method: 'POST', headers, body })).status).toBe(500);
    expect((await create('good-key', valid)).status).toBe(500);
  } finally {
    await database.db.schema.alterTable('sessions').dropConstraint('full').execute();
    await database.db.schema.alterTable('hidden').renameTo('audit_log_entries').execute();
  }
});
