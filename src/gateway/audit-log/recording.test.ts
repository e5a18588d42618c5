import { beforeEach, describe, expect, it } from 'vitest';
import type { AuditLogEntry } from '#contract/gateway/audit-log.ts';
import { useTestDatabase } from '#database/testing.ts';
import { makeTinyService, setUpGateways, TestClock, type TinyService } from '../testing/gateway-harness.ts';
import { cookieOf, fromOwnPage } from '../testing/http-client.ts';
import { verifyAuditLog } from './audit-log-verify.ts';

const database = useTestDatabase();
const startGateway = setUpGateways(database);
const walletsPath = '/api/prod/v1/wallets';
const wallet = { name: 'Treasury', network: 'trx', type: 'user' };

let clock: TestClock;
let provider: TinyService;
let gateway: Awaited<ReturnType<typeof startGateway>>;

beforeEach(async () => {
  clock = new TestClock();
  provider = makeTinyService('good-key', 'other-key');
  gateway = await startGateway({ provider, now: clock.now });
});

/** A gateway whose wallet service pauses its work, after it was asked, until the test lets it proceed. */
async function startHeld() {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const slow = makeTinyService('good-key');
  const held = await startGateway({
    now: clock.now,
    provider: {
      ...slow,
      register: (scope) => {
        scope.addHook('preHandler', async () => {
          asked.resolve();
          await released.promise;
        });
        slow.register(scope);
      },
    },
  });
  return { gateway: held, isAsked: asked.promise, proceed: released.resolve };
}

/** The account's activity log, oldest first, as a session of the key reads it; without that session's own opening. */
async function readAuditLog(token = 'good-key', search = ''): Promise<AuditLogEntry[]> {
  const session = await gateway.open(token);
  const answer = await session.get(`/console/audit-log?sort_direction=asc${search}`);
  expect(answer.status).toBe(200);
  const { data } = answer.json() as { data: { count: number; entries: AuditLogEntry[] } };
  expect(data.count).toBe(data.entries.length);
  return data.entries.slice(0, -1);
}

/** How many entries match, and the subjects of those on the page. */
const listSubjects = async (search: string) => {
  const { get } = await gateway.open('good-key');
  const { data } = (await get(`/console/audit-log?${search}`)).json() as {
    data: { count: number; entries: AuditLogEntry[] };
  };
  return [data.count, ...data.entries.map(({ subject }) => subject)];
};

describe('a change', () => {
  it('by a program is recorded with key, subject, details, and outcome', async () => {
    const answer = await gateway.send(walletsPath, {
      method: 'POST',
      headers: { token: 'good-key' },
      body: wallet,
    });
    const entries = await readAuditLog();
    expect(entries).toEqual([
      {
        sequence: 1,
        created_at: '2026-01-02T03:04:05.000000Z',
        operation: 'createWallet',
        status: 'completed',
        subject: 'Treasury',
        created_id: 'T',
        error_message: null,
        http_status: 200,
        user_name: null,
        user_id: null,
        key_name: 'key good-key',
        key_fingerprint: expect.stringMatching(/^[\da-f]{12}$/),
        via: 'program',
        ip_address: '127.0.0.1',
        session: null,
        details_need: null,
        request_id: answer.headers['x-request-id'],
        details: JSON.stringify(wallet),
        salt: expect.stringMatching(/^[\w-]{22}$/),
        hash: expect.stringMatching(/^[\da-f]{64}$/),
        previous_hash: '0'.repeat(64),
        outcome_sequence: 2,
        outcome_at: '2026-01-02T03:04:05.000000Z',
        outcome_salt: expect.stringMatching(/^[\w-]{22}$/),
        outcome_hash: expect.stringMatching(/^[\da-f]{64}$/),
        outcome_previous_hash: entries[0]?.hash,
      },
    ]);
  });

  it('by a signed-in user is recorded between the opening and the end of the session', async () => {
    const { cookie } = await gateway.open('good-key');
    const headers = { cookie, ...fromOwnPage };
    await gateway.send(walletsPath, { method: 'POST', headers, body: wallet });
    await gateway.send('/console/views', {
      method: 'POST',
      headers,
      body: { list: 'wallets', name: 'Mine', search: 'network=trx' },
    });
    await gateway.send('/session', { method: 'DELETE', headers });
    const entries = await readAuditLog();
    expect(entries.map(({ operation, via, status, subject }) => [operation, via, status, subject])).toEqual([
      ['openSession', 'session', 'completed', null],
      ['createWallet', 'session', 'completed', 'Treasury'],
      ['createView', 'session', 'completed', 'Mine'],
      ['closeSession', 'session', 'completed', null],
    ]);
    expect(new Set(entries.map(({ key_fingerprint: key }) => key)).size).toBe(1);
    expect(entries[2]?.created_id).toMatch(/^view_/);
  });

  it('that is refused on entry is recorded, and nothing of what it asked', async () => {
    await gateway.send(walletsPath, {
      method: 'POST',
      headers: { token: 'good-key' },
      body: { ...wallet, network: 'doge' },
    });
    const [entry] = await readAuditLog();
    expect(entry).toMatchObject({
      status: 'rejected',
      subject: null,
      http_status: 400,
      error_message: null,
      details: null,
    });
  });

  it('whose body cannot be read is recorded anyway', async () => {
    const headers = { token: 'good-key', 'content-type': 'application/json' };
    await gateway.send(walletsPath, { method: 'POST', headers, body: '{"name":' });
    const [entry] = await readAuditLog();
    expect(entry).toMatchObject({
      operation: 'createWallet',
      status: 'rejected',
      details: null,
    });
  });

  it('that the key may not make is recorded', async () => {
    provider.describeKey = async () => ({
      accountId: 'account of good-key',
      keyName: 'Reader',
      permissions: ['transactions:read'],
    });
    const { cookie } = await gateway.open('good-key');
    const put = await gateway.send('/console/settings/explorers', {
      method: 'PUT',
      headers: { cookie, ...fromOwnPage },
      body: { version: 0 },
    });
    expect(put.status).toBe(400);
    expect((await readAuditLog()).at(-1)).toMatchObject({
      operation: 'changeExplorers',
      status: 'rejected',
      error_message: null,
      details_need: 'wallets:read, wallets:write',
    });
  });

  it('under way has no outcome, and so it stays when the process ends in the middle', async () => {
    const { gateway: held, isAsked, proceed } = await startHeld();
    const answer = held.send(walletsPath, { method: 'POST', headers: { token: 'good-key' }, body: wallet });
    await isAsked;
    expect(await readAuditLog()).toMatchObject([
      { operation: 'createWallet', status: 'unknown', outcome_sequence: null },
    ]);
    proceed();
    expect((await answer).status).toBe(200);
    expect((await readAuditLog())[0]).toMatchObject({ status: 'completed' });
  });

  it('is not made when it cannot be recorded, and the answer says why', async () => {
    await gateway.send(walletsPath, { method: 'POST', headers: { token: 'good-key' }, body: wallet });
    await database.db.schema.alterTable('audit_log_entries').renameTo('hidden').execute();
    try {
      const headers = { token: 'good-key' };
      const answer = await gateway.send(walletsPath, { method: 'POST', headers, body: wallet });
      expect(answer.status).toBe(500);
      expect(answer.json()).toMatchObject({
        error_message: expect.stringMatching(/^The change wasn’t made: the activity log/),
      });
      expect((await gateway.send('/api/prod/v1/test', { headers })).status).toBe(200);
    } finally {
      await database.db.schema.alterTable('hidden').renameTo('audit_log_entries').execute();
    }
  });
});

describe('a sign-in', () => {
  it('with a key that was revoked is recorded for its account', async () => {
    provider.identifyKey = async (key) =>
      key === 'revoked-key' ? { accountId: 'account of good-key', keyName: 'Former' } : undefined;
    expect((await gateway.signIn('revoked-key')).status).toBe(401);
    expect((await gateway.signIn('nobody-has-it')).status).toBe(401);
    expect(await readAuditLog()).toMatchObject([
      { operation: 'openSession', status: 'rejected', key_name: 'Former', http_status: 401 },
    ]);
  });
});

describe('nothing is recorded', () => {
  it('of what only reads, of unknown keys, and of a session that is over', async () => {
    const headers = { token: 'good-key' };
    await gateway.send('/api/prod/v1/test', { headers });
    await gateway.send('/nothing/here', { method: 'POST', headers, body: {} });
    await gateway.send(walletsPath, { method: 'POST', headers: { token: 'unknown' }, body: wallet });
    await gateway.send(walletsPath, { method: 'POST', body: wallet });
    await gateway.send('/session', { method: 'DELETE', headers: fromOwnPage });
    expect(await readAuditLog()).toEqual([]);
  });

  it('that another account could read', async () => {
    await gateway.send(walletsPath, { method: 'POST', headers: { token: 'good-key' }, body: wallet });
    expect(await readAuditLog('other-key')).toEqual([]);
    expect(await readAuditLog('other-key', '&search=Treasury').catch(() => [])).toEqual([]);
  });

  it('of keys and secrets, wherever they occur', async () => {
    const body = { ...wallet, name: 'uses good-key!' };
    await gateway.send(walletsPath, { method: 'POST', headers: { token: 'good-key' }, body });
    const rows = await database.db
      .selectFrom('audit_log_entries')
      .selectAll()
      .where('via', '<>', 'system')
      .execute();
    const written = JSON.stringify(rows.map((row) => Object.assign(row, { account_id: '', key_name: '' })));
    expect(written).toContain('uses (API key)!');
    expect(written).not.toContain('good-key');
  });
});

it('keeps every chain whole under many changes at once, by two gateways on one database', async () => {
  const second = await startGateway({ provider, now: clock.now });
  await Promise.all(
    Array.from({ length: 50 }, async (_, index) =>
      (index % 2 === 0 ? gateway : second).send(walletsPath, {
        method: 'POST',
        headers: { token: index % 3 === 0 ? 'other-key' : 'good-key' },
        body: { ...wallet, name: `Wallet ${index}` },
      }),
    ),
  );
  const { heads, differences } = await verifyAuditLog(database.db);
  expect(differences).toEqual([]);
  expect(heads.map(({ entries }) => entries)).toEqual([66, 34]);
});

it('records the outcome even if the caller does not wait for it', async () => {
  const { gateway: held, isAsked, proceed } = await startHeld();
  const leave = new AbortController();
  const answer = fetch(new URL(walletsPath, held.address), {
    method: 'POST',
    headers: { token: 'good-key', 'content-type': 'application/json' },
    body: JSON.stringify(wallet),
    signal: leave.signal,
  });
  await isAsked;
  leave.abort();
  await expect(answer).rejects.toThrow(/abort/i);
  proceed();
  await expect.poll(async () => (await readAuditLog())[0]?.status).toBe('completed');
});

describe('the list', () => {
  beforeEach(async () => {
    for (const [token, name] of [
      ['good-key', 'Alpha'],
      ['good-key', 'Beta'],
    ] as const) {
      await gateway.send(walletsPath, { method: 'POST', headers: { token }, body: { ...wallet, name } });
      clock.advance({ minutes: 1 });
    }
    const body = { ...wallet, name: null, network: 'doge' };
    await gateway.send(walletsPath, { method: 'POST', headers: { token: 'good-key' }, body });
    clock.advance({ minutes: 1 });
  });

  it.each([
    ['operation=createWallet', [3, null, 'Beta', 'Alpha']],
    ['operation=createWallet&sort_direction=asc', [3, 'Alpha', 'Beta', null]],
    ['operation=createWallet&limit=1&offset=1', [3, 'Beta']],
    ['operation=createWallet&offset=7', [3]],
    ['operation=createWallet&status=completed', [2, 'Beta', 'Alpha']],
    ['status=rejected', [1, null]],
    ['status=failed', [0]],
    ['search=beTA', [1, 'Beta']],
    ['search=%25%25%25', [0]],
    ['sequence=3', [1, 'Beta']],
    ['sequence=4', [0]],
    ['created_from=2026-01-02T03:05:05Z&created_to=2026-01-02T03:06:05Z', [2, null, 'Beta']],
    ['operation=createWallet&key=key%20good-key', [3, null, 'Beta', 'Alpha']],
    ['key=somebody', [0]],
  ])('for %s gives %j', async (search, expected) => {
    expect(await listSubjects(search)).toEqual(expected);
  });

  it('finds what is filtered by the fingerprint of a key', async () => {
    const [entry] = await readAuditLog();
    expect(await listSubjects(`operation=createWallet&key=${entry?.key_fingerprint}`)).toHaveLength(4);
  });

  it('is refused to a key that may not see transactions, and without a session', async () => {
    provider.describeKey = async () => ({ accountId: 'a', keyName: null, permissions: ['aml:check'] });
    const { get } = await gateway.open('good-key');
    expect((await get('/console/audit-log')).json()).toMatchObject({
      code: '400',
      error_message: expect.stringContaining('transactions:read'),
    });
    const byKey = await gateway.send('/console/audit-log', { headers: { token: 'good-key' } });
    expect(byKey.status).toBe(401);
    expect(cookieOf(byKey)).toBe('');
  });
});
