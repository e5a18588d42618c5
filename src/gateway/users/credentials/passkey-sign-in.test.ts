import { beforeEach, describe, expect, it } from 'vitest';
import { addMs } from '#domain/time.ts';
import { useTestDatabase } from '#database/testing.ts';
import { makeTinyService, secret, setUpGateways, TestClock } from '../../testing/gateway-harness.ts';
import { insertMembership } from '../users.store.ts';
import { TestPasskey } from './testing-passkeys.ts';
import {
  dataOf,
  inviteTestUser,
  listEntries,
  messageOf,
  statusesOf,
  TestBrowser,
} from './testing-sign-in.ts';

const database = useTestDatabase();
const start = setUpGateways(database);

let clock: TestClock;

beforeEach(() => {
  clock = new TestClock();
});

const open = async (options: Parameters<typeof start>[0] = {}) => {
  const gateway = await start({ now: clock.now, ...options });
  return { gateway, browser: new TestBrowser(gateway, clock.now) };
};

const invite = async (given?: Parameters<typeof inviteTestUser>[2]) =>
  inviteTestUser(database, clock.now, given);

const leave = async (userId: string) =>
  database.db.updateTable('users').set({ left_at: clock.now() }).where('user_id', '=', userId).execute();

describe('the sign-in page', () => {
  it('is told whether there are users', async () => {
    const { browser } = await open();
    expect(dataOf(await browser.get('/session/options'))).toMatchObject({ has_users: false });
    const { userId } = await invite();
    expect(dataOf(await browser.get('/session/options'))).toMatchObject({ has_users: true });
    await leave(userId);
    expect(dataOf(await browser.get('/session/options'))).toMatchObject({ has_users: false });
  });

  it.each([
    ['localhost', 'localhost:3000', {}, 'available'],
    ['a name of localhost', 'console.localhost', {}, 'available'],
    ['127.0.0.1', '127.0.0.1:3000', { 'sec-fetch-site': 'same-origin' }, 'use-localhost'],
    ['[::1]', '[::1]:3000', {}, 'use-localhost'],
    ['another name over HTTP', 'console.example', {}, 'needs-https'],
    ['another address', '192.0.2.1', {}, 'needs-https'],
    ['HTTPS through a proxy', 'console.example', { 'sec-fetch-site': 'same-origin' }, 'available'],
  ])('is told whether passkeys work at %s', async (_what, host, headers, passkeys) => {
    const { gateway } = await open();
    const answer = await gateway.send('/session/options', { headers: { host, ...headers } });
    expect(dataOf(answer)).toMatchObject({ passkeys });
  });
});

describe('signing in with a passkey', () => {
  it('takes one answer, and says when the passkey was used', async () => {
    const { gateway, browser } = await open();
    const invited = await invite();
    const { passkey } = await browser.joinWithPasskey(invited);
    clock.advance({ hours: 1 });
    const another = new TestBrowser(gateway, clock.now);
    const answer = await another.signInWith(passkey);
    expect(dataOf(answer)).toMatchObject({
      account_id: 'account of good',
      user: { id: invited.userId, name: 'Ana Ruiz' },
    });
    // The session ends with the browser, which is recognized at its next sign-in.
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^wallet_console_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(
        /^wallet_console_device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    expect(dataOf(await another.get('/console/sign-in-methods'))).toMatchObject({
      passkeys: [{ last_used_at: '2026-01-02T04:04:05.000Z' }],
    });
  });

  it('accepts an answer once, even if it is sent twice at the same time', async () => {
    const { gateway, browser } = await open();
    const { passkey } = await browser.joinWithPasskey(await invite());
    const other = new TestBrowser(gateway, clock.now);
    const begun = dataOf(await other.post('/session/passkey-options'));
    const body = { challenge: begun.challenge, response: passkey.get(begun) };
    const answers = await Promise.all([
      other.post('/session/passkey', body),
      other.post('/session/passkey', body),
    ]);
    expect(statusesOf(answers)).toEqual([200, 409]);
    expect((await other.post('/session/passkey', body)).status).toBe(409);
  });

  it.each([
    ['from another origin', { origin: 'http://localhost:1' }],
    ['to another challenge', { challenge: 'AAAA' }],
    ['without a PIN or biometrics', { isVerified: false }],
    ['for another user', { userHandle: Buffer.from('user_another').toString('base64url') }],
    ['with a count that goes back, as of a copied passkey', { signCount: 1 }],
  ])('refuses an answer %s, and notes it in the activity log', async (_what, oddities) => {
    const { gateway, browser } = await open();
    const { userId, ...invited } = await invite();
    const { passkey } = await browser.joinWithPasskey({ userId, ...invited });
    await browser.signInWith(passkey);
    const answer = await new TestBrowser(gateway, clock.now).signInWith(passkey, oddities);
    expect(answer.status).toBe(401);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await listEntries(database)).at(-1)).toMatchObject({
      operation: 'signInWithPasskey',
      user_id: userId,
      user_name: 'Ana Ruiz',
      status: 401,
    });
  });

  it('refuses a passkey that nobody has added, and one signed by another key', async () => {
    const { gateway, browser } = await open();
    const { passkey } = await browser.joinWithPasskey(await invite());
    const other = new TestBrowser(gateway, clock.now);
    const stranger = new TestPasskey(other.origin);
    expect((await other.signInWith(stranger)).status).toBe(401);
    const begun = dataOf(await other.post('/session/passkey-options'));
    const { id } = passkey;
    const forged = { ...stranger.get(begun), id, rawId: id };
    const answer = await other.post('/session/passkey', { challenge: begun.challenge, response: forged });
    expect(answer.status).toBe(401);
  });

  it('refuses a user who left and one without a membership', async () => {
    const { gateway, browser } = await open();
    const { passkey } = await browser.joinWithPasskey(await invite());
    await database.db.deleteFrom('memberships').execute();
    const answer = await new TestBrowser(gateway, clock.now).signInWith(passkey);
    expect([answer.status, messageOf(answer)]).toEqual([
      401,
      'You no longer have access. Ask an administrator of your account',
    ]);
    expect((await browser.get('/session')).status).toBe(401);
  });

  it('says what is missing when the account has no key', async () => {
    const { gateway, browser } = await open();
    const { passkey } = await browser.joinWithPasskey(await invite());
    await database.db.deleteFrom('account_keys').execute();
    const answer = await new TestBrowser(gateway, clock.now).signInWith(passkey);
    expect([answer.status, messageOf(answer)]).toEqual([409, expect.stringContaining('no working API key')]);
  });

  it('opens the account that the user was in first, for a user of several', async () => {
    const { gateway, browser } = await open({ provider: makeTinyService('good', 'a') });
    const { userId, ...invited } = await invite();
    await invite({ apiKey: 'a', email: 'bo@example.com' });
    const { passkey } = await browser.joinWithPasskey({ userId, ...invited });
    const at = addMs(clock.now(), 1_000);
    await insertMembership(database.db, {
      user_id: userId,
      account_id: 'account of a',
      roles: ['viewer'],
      created_at: at,
      updated_at: at,
      updated_by: null,
    });
    const answer = await new TestBrowser(gateway, clock.now).signInWith(passkey);
    expect(dataOf(answer)).toMatchObject({ account_id: 'account of good', key_name: 'key good' });
  });

  it('belongs to the public URL where there is one, wherever the server is reached', async () => {
    const settings = { sessionSecret: secret, publicUrl: new URL('https://console.example') };
    const { gateway, browser } = await open({ settings });
    const { token } = await invite();
    const begun = dataOf(await browser.post('/session/invitation/passkey-options', { token }));
    expect(begun.options.rp).toEqual({ id: 'console.example', name: 'Wallet Console' });
    const passkey = new TestPasskey('https://console.example');
    const joined = await browser.post('/session/invitation/passkey', {
      token,
      challenge: begun.challenge,
      name: 'Phone',
      response: passkey.create(begun),
    });
    expect(joined.status).toBe(200);
    const another = new TestBrowser(gateway, clock.now);
    const local = await another.signInWith(passkey, { origin: another.origin });
    expect(local.status).toBe(401);
    expect((await another.signInWith(passkey)).status).toBe(200);
  });

  it('comes from the console itself only', async () => {
    const { gateway } = await open();
    const answer = await gateway.send('/session/passkey-options', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site', host: 'localhost' },
      body: {},
    });
    expect(answer.status).toBe(403);
  });
});
