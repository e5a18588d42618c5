import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { permissions } from '#contract/permissions.ts';
import { useTestDatabase } from '#database/testing.ts';
import {
  makeTinyService,
  secret,
  TestClock,
  type TinyService,
  setUpGateways,
} from '../testing/gateway-harness.ts';
import { cookieOf, fromOwnPage } from '../testing/http-client.ts';

const testPath = '/api/prod/v1/test';
const database = useTestDatabase();
const start = setUpGateways(database);

let clock: TestClock;
let provider: TinyService;

beforeEach(() => {
  clock = new TestClock();
  provider = makeTinyService('good', 'other');
});

const startAtTestClock = async (options: Parameters<typeof start>[0] = {}) =>
  start({ provider, now: clock.now, ...options });

/** All that the database holds, as text, and bytes as text, hexadecimal digits and base64. */
async function dump(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`.execute(database.db);
  let all = '';
  for (const { name } of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.raw(name)}`.execute(database.db);
    for (const value of rows.flatMap((row) => Object.values(row))) {
      all += Buffer.isBuffer(value)
        ? ` ${value.toString('latin1')} ${value.toString('hex')} ${value.toString('base64')}`
        : ` ${JSON.stringify(value)}`;
    }
  }
  return all;
}

describe('signing in', () => {
  it('says whose key it is, what it may do, the mode and when the session ends', async () => {
    const gateway = await startAtTestClock();
    const answer = await gateway.signIn('good');
    const session = {
      account_id: 'account of good',
      accounts: [{ id: 'account of good', name: null }],
      user: null,
      key_name: 'key good',
      permissions,
      console_permissions: null,
      limits: { networks: [], wallet_tags: [] },
      mode: 'embedded',
      deposits: 'undetected',
      receives_events: false,
      missing_operations: [],
      expires_at: '2026-01-02T15:04:05.000Z',
      idle_timeout_seconds: 1800,
    };
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.json()).toEqual({ code: '200', error_code: null, error_message: null, data: session });

    const again = await gateway.send('/session', { headers: { cookie: cookieOf(answer) } });
    expect(again.json()).toMatchObject({ data: session });
  });

  it('gives a cookie that scripts cannot read and other sites cannot send', async () => {
    const gateway = await start();
    const { headers } = await gateway.signIn('good');
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^wallet_console_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
  });

  it('gives a secure cookie with the __Host- prefix where the public URL is https', async () => {
    const gateway = await start({
      settings: { sessionSecret: secret, publicUrl: new URL('https://console.example') },
    });
    const answer = await gateway.signIn('good');
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-wallet_console_session=.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
    ]);
    const session = await gateway.send('/session', { headers: { cookie: cookieOf(answer) } });
    expect(session.status).toBe(200);
  });

  it.each([
    ['an unknown key', 'bad'],
    ['a key that no header can carry', 'gööd'],
    ['a key that is more than a header', 'good\u00A0x'],
  ])('refuses %s with 401 and no cookie', async (_what, token) => {
    const gateway = await start();
    const answer = await gateway.signIn(token);
    expect(answer.status).toBe(401);
    expect(answer.json()).toMatchObject({ code: '401', error_code: 'system', data: null });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await database.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });

  it.each([
    ['no body', undefined, 400],
    ['no token', {}, 400],
    ['a token that is no text', { token: 1 }, 400],
    ['an unknown field', { token: 'good', remember: true }, 400],
    ['a token of 2,000 characters', { token: 'x'.repeat(2000) }, 400],
  ])('refuses %s', async (_what, body, status) => {
    const gateway = await start();
    const answer = await gateway.send('/session', { method: 'POST', headers: fromOwnPage, body });
    expect(answer).toMatchObject({ status });
    expect(answer.json()).toMatchObject({ code: String(status), error_code: 'request' });
  });

  it("accepts nothing but JSON, so that a form of another site can't sign a user in", async () => {
    const gateway = await start();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const answer = await gateway.send('/session', {
        method: 'POST',
        headers: { ...fromOwnPage, 'content-type': type },
        body: '{"token":"good"}',
      });
      expect(answer.status).toBe(415);
    }
  });

  it('never signs in an id that was planted in the browser beforehand', async () => {
    const gateway = await start();
    const planted = `wallet_console_session=${'a'.repeat(43)}`;
    const answer = await gateway.signIn('good', { cookie: planted });
    expect(answer.status).toBe(200);
    expect(cookieOf(answer)).not.toBe(planted);
    const session = await gateway.send('/session', { headers: { cookie: planted } });
    expect(session.status).toBe(401);
  });

  it('again gives a new id and ends the old session', async () => {
    const gateway = await start({ provider });
    const first = await gateway.open('good');
    const second = await gateway.signIn('other', { cookie: first.cookie });
    expect(cookieOf(second)).not.toBe(first.cookie);
    expect((await first.get('/session')).status).toBe(401);
    expect(second.json()).toMatchObject({ data: { account_id: 'account of other' } });
  });

  it('keeps the session when signing in again fails', async () => {
    const gateway = await start();
    const { cookie, get } = await gateway.open('good');
    expect((await gateway.signIn('bad', { cookie })).status).toBe(401);
    expect((await get('/session')).status).toBe(200);
  });
});

describe('what the database holds', () => {
  it('is neither the key nor the id of the cookie, in any shape', async () => {
    const key = 'a-key-that-is-easy-to-find';
    provider.accounts.set(key, 'an account');
    provider.describeKey = async () => ({ accountId: 'an account', keyName: 'Back office', permissions });
    const gateway = await start({ provider });
    const { cookie } = await gateway.open(key);
    const id = cookie.slice(cookie.indexOf('=') + 1);
    const held = await dump();
    expect(held).toContain('an account');
    for (const [what, bytes] of [
      ['key', Buffer.from(key)],
      ['id', Buffer.from(id)],
      ['id bytes', Buffer.from(id, 'base64url')],
    ] as const) {
      for (const encoding of ['latin1', 'hex', 'base64', 'base64url'] as const) {
        // Its beginning is enough: a part of it would be a leak as well.
        const beginning = bytes.subarray(0, 12).toString(encoding);
        expect(held.includes(beginning), `${what} as ${encoding}`).toBe(false);
      }
    }
  });

  it('is worth nothing with another secret', async () => {
    const gateway = await start();
    const { cookie } = await gateway.open('good');
    const changed = await start({ settings: { sessionSecret: secret.toUpperCase() } });
    expect((await changed.send('/session', { headers: { cookie } })).status).toBe(401);
    expect((await changed.send(testPath, { headers: { cookie } })).status).toBe(401);
  });

  it('is worth nothing when a session row is given the key of another', async () => {
    const gateway = await start({ provider });
    const first = await gateway.open('good');
    const second = await gateway.open('other');
    await sql`update sessions set encrypted_key =
      (select encrypted_key from sessions where account_id = 'account of other')`.execute(database.db);
    expect((await first.get('/session')).status).toBe(401);
    expect((await second.get('/session')).status).toBe(200);
  });
});

describe('a session ends', () => {
  it('when its owner signs out: the old cookie is worth nothing', async () => {
    const gateway = await start();
    const { cookie, get } = await gateway.open('good');
    expect((await get(testPath)).status).toBe(200);
    const signOut = await gateway.send('/session', { method: 'DELETE', headers: { ...fromOwnPage, cookie } });
    expect(signOut.headers['clear-site-data']).toBe('"cache", "storage"');
    expect(signOut.json()).toMatchObject({ code: '200', data: { result: 'success' } });
    expect(signOut.headers['set-cookie']).toEqual([expect.stringContaining('Max-Age=0')]);
    expect((await get('/session')).status).toBe(401);
    expect((await get(testPath)).status).toBe(401);
    expect(await database.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });

  it('after 30 minutes without a request, and not while it is used', async () => {
    const gateway = await startAtTestClock();
    const { get } = await gateway.open('good');
    for (let times = 0; times < 4; times += 1) {
      clock.advance({ minutes: 28 });
      expect((await get(testPath)).status).toBe(200);
    }
    clock.advance({ minutes: 30 });
    expect((await get(testPath)).status).toBe(401);
    expect((await get('/session')).status).toBe(401);
  });

  it('after 12 hours, however busy', async () => {
    const gateway = await startAtTestClock();
    const { get } = await gateway.open('good');
    for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
      clock.advance({ minutes: 20 });
      expect((await get(testPath)).status).toBe(200);
    }
    clock.advance({ minutes: 19, seconds: 59 });
    expect((await get(testPath)).status).toBe(200);
    clock.advance({ seconds: 1 });
    expect((await get(testPath)).status).toBe(401);
  });

  it('after the times of the settings', async () => {
    const settings = { sessionSecret: secret, sessionLifetimeSeconds: 100, idleTimeoutSeconds: 20 };
    const gateway = await start({ provider, now: clock.now, settings });
    const { get } = await gateway.open('good');
    for (let times = 0; times < 9; times += 1) {
      clock.advance({ seconds: 11 });
      expect((await get('/session')).json()).toMatchObject({ data: { idle_timeout_seconds: 20 } });
    }
    clock.advance({ seconds: 1 });
    expect((await get('/session')).status).toBe(401);
  });

  it.each(['/session', testPath])('everywhere when its key is revoked and %s finds out', async (path) => {
    const gateway = await start({ provider });
    const { get } = await gateway.open('good');
    const account = provider.accounts.get('good') ?? '';
    provider.accounts.delete('good');
    expect((await get(path)).status).toBe(401);
    provider.accounts.set('good', account);
    expect((await get('/session')).status).toBe(401);
  });

  it('and its row goes with the next round of housekeeping', async () => {
    const gateway = await startAtTestClock({ settings: { sessionSecret: secret, housekeepingMs: 50 } });
    await gateway.open('good');
    clock.advance({ minutes: 29 });
    await gateway.open('other');
    clock.advance({ minutes: 1 });
    await expect
      .poll(async () => database.db.selectFrom('sessions').select('account_id').execute())
      .toEqual([{ account_id: 'account of other' }]);
  });
});

const lastUsedAt = async () =>
  (await database.db.selectFrom('sessions').select('last_used_at').executeTakeFirstOrThrow()).last_used_at;

describe('a session in use', () => {
  it('is written at most once a minute', async () => {
    const gateway = await startAtTestClock();
    const { get } = await gateway.open('good');
    clock.advance({ seconds: 59 });
    await get(testPath);
    expect(await lastUsedAt()).toBe('2026-01-02T03:04:05.000000Z');
    clock.advance({ seconds: 1 });
    await get(testPath);
    expect(await lastUsedAt()).toBe('2026-01-02T03:05:05.000000Z');
  });

  it('is the same for every process on the database', async () => {
    const first = await start({ provider });
    const second = await start({ provider });
    const { cookie } = await first.open('good');
    expect((await second.send(testPath, { headers: { cookie } })).status).toBe(200);
    await first.send('/session', { method: 'DELETE', headers: { ...fromOwnPage, cookie } });
    expect((await second.send(testPath, { headers: { cookie } })).status).toBe(401);
  });
});

describe('before signing in', () => {
  it('no one is signed in', async () => {
    const gateway = await start();
    expect((await gateway.send('/session')).json()).toMatchObject({ code: '401', error_code: 'system' });
    const cookie = 'wallet_console_session=short';
    expect((await gateway.send('/session', { headers: { cookie } })).status).toBe(401);
    expect((await gateway.send(testPath)).status).toBe(401);
  });

  it('the sign-in page learns the mode and the provider, and no key', async () => {
    const gateway = await start({ mode: 'sandbox', sandboxKeys: ['sandbox-admin'] });
    expect((await gateway.send('/session/options')).json()).toMatchObject({
      data: { mode: 'sandbox', provider: null, sandbox_users: [], proxy_notice: null },
    });
    expect((await gateway.send('/session/options')).body).not.toContain('sandbox-admin');
  });

  it('signing out twice isn’t a failure', async () => {
    const gateway = await start();
    expect((await gateway.send('/session', { method: 'DELETE', headers: fromOwnPage })).status).toBe(200);
  });
});
