import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { setUpGateways, TestClock } from '../../testing/gateway-harness.ts';
import { TestPasskey } from './testing-passkeys.ts';
import {
  dataOf,
  goodPassword,
  inviteTestUser,
  messageOf,
  statusesOf,
  TestBrowser,
} from './testing-sign-in.ts';
import { createInvitationCleanup } from './user-sign-in.store.ts';

const database = useTestDatabase();
const start = setUpGateways(database);

let clock: TestClock;

beforeEach(() => {
  clock = new TestClock();
});

const open = async () => new TestBrowser(await start({ now: clock.now }), clock.now);

const invite = async (given?: Parameters<typeof inviteTestUser>[2]) =>
  inviteTestUser(database, clock.now, given);

describe('an invitation', () => {
  it('says who it is for and until when, and stays usable', async () => {
    const browser = await open();
    const { token } = await invite();
    for (let time = 0; time < 2; time += 1) {
      expect(dataOf(await browser.post('/session/invitation', { token }))).toEqual({
        name: 'Ana Ruiz',
        email: 'Ana.Ruiz@example.com',
        expires_at: '2026-01-05T03:04:05.000Z',
      });
    }
  });

  it.each([
    ['unknown', async () => 'x'.repeat(43)],
    [
      'expired',
      async () => {
        const { token } = await invite();
        clock.advance({ hours: 72 });
        return token;
      },
    ],
    [
      'of a user who left',
      async () => {
        const { token, userId } = await invite();
        await database.db
          .updateTable('users')
          .set({ left_at: clock.now() })
          .where('user_id', '=', userId)
          .execute();
        return token;
      },
    ],
    [
      'replaced by a newer one',
      async () => {
        const { token, userId } = await invite();
        await database.db
          .updateTable('invitations')
          .set({ token_hash: 'another' })
          .where('user_id', '=', userId)
          .execute();
        return token;
      },
    ],
  ])('that is %s is refused at every step with what to do', async (_what, makeToken) => {
    const browser = await open();
    const token = await makeToken();
    const challenge = 'x';
    const response = new TestPasskey(browser.origin).create({ challenge, options: { challenge } });
    for (const [path, body] of [
      ['', {}],
      ['/passkey-options', {}],
      ['/passkey', { challenge, name: 'Phone', response }],
      ['/totp', {}],
      ['/password', { challenge, password: goodPassword, code: '123456' }],
    ] as const) {
      const answer = await browser.post(`/session/invitation${path}`, { token, ...body });
      expect([path, answer.status, messageOf(answer)]).toEqual([
        path,
        404,
        'This invitation was used, has expired, or was replaced by a newer one. Ask an administrator for a new link',
      ]);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  it('is deleted once it has expired', async () => {
    await invite();
    const cleanUp = createInvitationCleanup(database.db, clock.now);
    const count = async () => (await database.db.selectFrom('invitations').selectAll().execute()).length;
    clock.advance({ hours: 71 });
    await cleanUp();
    expect(await count()).toBe(1);
    clock.advance({ hours: 1 });
    await cleanUp();
    expect(await count()).toBe(0);
  });
});

describe('joining with a passkey', () => {
  it('signs the user in, gives ten recovery codes and uses the invitation up', async () => {
    const browser = await open();
    const invited = await invite();
    const { codes } = await browser.joinWithPasskey(invited);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^(?:[\da-z]{4}-){3}[\da-z]{4}$/);
    expect(dataOf(await browser.get('/session'))).toMatchObject({
      account_id: 'account of good',
      user: { id: invited.userId, name: 'Ana Ruiz', email: 'Ana.Ruiz@example.com' },
      key_name: 'key good',
    });
    const again = await browser.post('/session/invitation', { token: invited.token });
    expect(again.status).toBe(404);
    expect(dataOf(await browser.get('/console/sign-in-methods'))).toMatchObject({
      has_password: false,
      has_totp: false,
      recovery_codes_left: 10,
      passkeys: [{ name: 'MacBook', is_synced: true, last_used_at: null }],
    });
  });

  it('happens once, even if it is sent twice at the same time', async () => {
    const browser = await open();
    const { token, userId } = await invite();
    const bodies: object[] = [];
    for (let time = 0; time < 2; time += 1) {
      const begun = dataOf(await browser.post('/session/invitation/passkey-options', { token }));
      const response = new TestPasskey(browser.origin).create(begun);
      bodies.push({ token, challenge: begun.challenge, name: 'Phone', response });
    }
    const answers = await Promise.all(
      bodies.map(async (body) => browser.post('/session/invitation/passkey', { ...body })),
    );
    expect(statusesOf(answers)).toEqual([200, 404]);
    const passkeys = await database.db
      .selectFrom('user_passkeys')
      .select('name')
      .where('user_id', '=', userId)
      .execute();
    expect(passkeys).toHaveLength(1);
  });

  it.each([
    ['from another origin', { origin: 'http://localhost:1' }],
    ['from a look-alike site', { origin: 'https://localhost.example' }],
    ['to another challenge', { challenge: 'AAAA' }],
    ['without a PIN or biometrics', { isVerified: false }],
  ])('refuses a response %s, and keeps the invitation', async (_what, oddities) => {
    const browser = await open();
    const { token } = await invite();
    const begun = dataOf(await browser.post('/session/invitation/passkey-options', { token }));
    const answer = await browser.post('/session/invitation/passkey', {
      token,
      challenge: begun.challenge,
      name: 'Phone',
      response: new TestPasskey(browser.origin).create(begun, oddities),
    });
    expect(answer.status).toBe(400);
    expect(messageOf(answer)).toBe('Your browser’s passkey couldn’t be verified. Try again');
    expect((await browser.post('/session/invitation', { token })).status).toBe(200);
  });

  it('refuses an answer after five minutes, and the answer to the challenge of another user', async () => {
    const browser = await open();
    const ana = await invite();
    const bo = await invite({ name: 'Bo Lin', email: 'bo@example.com' });
    const begun = dataOf(await browser.post('/session/invitation/passkey-options', { token: ana.token }));
    const response = new TestPasskey(browser.origin).create(begun);
    const body = { challenge: begun.challenge, name: 'Phone', response };
    const ofAnother = await browser.post('/session/invitation/passkey', { ...body, token: bo.token });
    expect(ofAnother.status).toBe(409);
    clock.advance({ minutes: 5 });
    const late = await browser.post('/session/invitation/passkey', { ...body, token: ana.token });
    expect(late.status).toBe(409);
    expect(messageOf(late)).toBe('This step has expired or was completed already. Start again');
  });

  it('needs HTTPS or localhost, and says so', async () => {
    const gateway = await start({ now: clock.now });
    const { token } = await invite();
    const ask = async (host: string, headers: Record<string, string>) =>
      gateway.send('/session/invitation/passkey-options', {
        method: 'POST',
        headers: { origin: `http://${host}`, host, ...headers },
        body: { token },
      });
    const atAddress = await ask('127.0.0.1', {});
    expect(atAddress.status).toBe(400);
    expect(messageOf(atAddress)).toContain('Open the console as localhost');
    const onHttp = await ask('console.example', {});
    expect(onHttp.status).toBe(400);
    expect(messageOf(onHttp)).toContain('Passkeys need HTTPS');
  });

  it('says what is missing when the account has no key, and keeps the invitation', async () => {
    const browser = await open();
    const { token } = await invite();
    await database.db.deleteFrom('account_keys').execute();
    const begun = dataOf(await browser.post('/session/invitation/passkey-options', { token }));
    const response = new TestPasskey(browser.origin).create(begun);
    const answer = await browser.post('/session/invitation/passkey', {
      token,
      challenge: begun.challenge,
      name: 'Phone',
      response,
    });
    expect(answer.status).toBe(409);
    expect(messageOf(answer)).toContain('no working API key');
    expect((await browser.post('/session/invitation', { token })).status).toBe(200);
  });
});

const begin = async (browser: TestBrowser, token: string) =>
  dataOf(await browser.post('/session/invitation/totp', { token }));

describe('joining with a password', () => {
  it('takes an authenticator app along, and signs in', async () => {
    const browser = await open();
    const invited = await invite();
    const { uri, secret } = await begin(browser, invited.token);
    expect(uri).toMatch(/^otpauth:\/\/totp\/Wallet%20Console:Ana\.Ruiz%40example\.com\?issuer=/);
    expect(uri).toContain(`secret=${secret}`);
    const { codes } = await browser.joinWithPassword(invited);
    expect(codes).toHaveLength(10);
    expect(dataOf(await browser.get('/session'))).toMatchObject({ user: { id: invited.userId } });
    expect(dataOf(await browser.get('/console/sign-in-methods'))).toMatchObject({
      has_password: true,
      has_totp: true,
      passkeys: [],
    });
  });

  it.each([
    ['too short', 'eleven char', { password: 'Use 12 to 128 characters.' }],
    ['too long', 'x'.repeat(129), { password: 'Use 12 to 128 characters.' }],
    [
      'known from leaks',
      '1QAZ2wsx3edc',
      { password: 'This password is known from data leaks. Choose another one.' },
    ],
    [
      'of the email address',
      'my ana.ruiz password',
      { password: 'Don’t use your name or email address in your password.' },
    ],
    [
      'of the name',
      'AnaRuiz-2026-ok',
      { password: 'Don’t use your name or email address in your password.' },
    ],
  ])('refuses a password that is %s, and can be corrected', async (_what, password, data) => {
    const browser = await open();
    const { token } = await invite();
    const { challenge, secret } = await begin(browser, token);
    const body = { token, challenge, code: browser.codeOf(secret) };
    const refused = await browser.post('/session/invitation/password', { ...body, password });
    expect(refused.status).toBe(400);
    expect(refused.json()).toMatchObject({ data });
    const corrected = await browser.post('/session/invitation/password', {
      ...body,
      password: goodPassword,
    });
    expect(corrected.status).toBe(200);
  });

  it('refuses a code that the app doesn’t show, and can be corrected', async () => {
    const browser = await open();
    const { token } = await invite();
    const { challenge, secret } = await begin(browser, token);
    const body = { token, challenge, password: goodPassword };
    const refused = await browser.post('/session/invitation/password', {
      ...body,
      code: browser.codeOf(secret, 3),
    });
    expect(refused.json()).toMatchObject({
      code: '400',
      data: { code: expect.stringContaining('This code isn’t right') },
    });
    const corrected = await browser.post('/session/invitation/password', {
      ...body,
      code: browser.codeOf(secret),
    });
    expect(corrected.status).toBe(200);
  });

  it('happens once, even if it is sent twice at the same time', async () => {
    const browser = await open();
    const { token } = await invite();
    const { challenge, secret } = await begin(browser, token);
    const body = { token, challenge, password: goodPassword, code: browser.codeOf(secret) };
    const answers = await Promise.all([
      browser.post('/session/invitation/password', body),
      browser.post('/session/invitation/password', body),
    ]);
    expect(statusesOf(answers)).toEqual([200, 404]);
  });
});
