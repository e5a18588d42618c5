import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { setUpGateways, TestClock } from '../../testing/gateway-harness.ts';
import { createChallengeCleanup } from './challenges.ts';
import {
  dataOf,
  goodPassword,
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

describe('signing in with a password', () => {
  it('needs a code of the authenticator app as well', async () => {
    const { gateway, browser } = await open();
    const invited = await invite();
    const { totpSecret } = await browser.joinWithPassword(invited);
    clock.advance({ minutes: 1 });
    const another = new TestBrowser(gateway, clock.now);
    const challenge = await another.enterPassword(' ANA.ruiz@Example.com ');
    expect(another.cookie).toBe('');
    const answer = await another.post('/session/second-factor', {
      challenge,
      code: ` ${another.codeOf(totpSecret).replace(/^.../, '$& ')}`,
    });
    expect(dataOf(answer)).toMatchObject({ user: { id: invited.userId } });
    expect((await another.get('/session')).status).toBe(200);
  });

  it.each([-1, 1])('accepts a code of the step %i beside the present one', async (steps) => {
    const { browser } = await open();
    const invited = await invite();
    const { totpSecret } = await browser.joinWithPassword(invited);
    clock.advance({ minutes: 5 });
    const challenge = await browser.enterPassword(invited.email);
    const code = browser.codeOf(totpSecret, steps);
    expect((await browser.post('/session/second-factor', { challenge, code })).status).toBe(200);
  });

  it('accepts each code once, even if it is sent twice at the same time', async () => {
    const { browser } = await open();
    const invited = await invite();
    const { totpSecret } = await browser.joinWithPassword(invited);
    const used = browser.codeOf(totpSecret);
    const first = await browser.enterPassword(invited.email);
    const replayed = await browser.post('/session/second-factor', { challenge: first, code: used });
    expect([replayed.status, messageOf(replayed)]).toEqual([
      401,
      'This code is wrong or was used already. Enter a new code',
    ]);
    clock.advance({ minutes: 1 });
    const second = await browser.enterPassword(invited.email);
    const code = browser.codeOf(totpSecret);
    const answers = await Promise.all(
      [first, second].map(async (challenge) => browser.post('/session/second-factor', { challenge, code })),
    );
    expect(statusesOf(answers)).toEqual([200, 401]);
  });

  it('asks for the password again after five minutes', async () => {
    const { browser } = await open();
    const invited = await invite();
    const { totpSecret } = await browser.joinWithPassword(invited);
    const challenge = await browser.enterPassword(invited.email);
    clock.advance({ minutes: 5 });
    const code = browser.codeOf(totpSecret);
    expect((await browser.post('/session/second-factor', { challenge, code })).status).toBe(409);
    await createChallengeCleanup(database.db, clock.now)();
    expect(await database.db.selectFrom('sign_in_challenges').selectAll().execute()).toEqual([]);
  });

  it('answers the same, after the same time, for an unknown address, a wrong password and a user who left', async () => {
    const { gateway, browser } = await open();
    const invited = await invite();
    const gone = await invite({ email: 'bo@example.com', name: 'Bo Lin' });
    const passkeyOnly = await invite({ email: 'cy@example.com', name: 'Cy Fox' });
    await browser.joinWithPassword(invited);
    await browser.joinWithPassword(gone);
    await browser.joinWithPasskey(passkeyOnly);
    await leave(gone.userId);
    const another = new TestBrowser(gateway, clock.now);
    for (const [email, password] of [
      ['nobody@example.com', goodPassword],
      [invited.email, `${goodPassword}!`],
      [gone.email, goodPassword],
      [passkeyOnly.email, goodPassword],
    ] as const) {
      const began = performance.now();
      const answer = await another.post('/session/password', { email, password });
      expect([answer.status, messageOf(answer)]).toEqual([
        401,
        'The email address or password is wrong. Check both, then try again',
      ]);
      expect(performance.now() - began).toBeGreaterThan(290);
    }
  });

  it('is slowed down for a user whose password is guessed, from whatever address', async () => {
    const { gateway, browser } = await open({ trustProxy: true });
    const invited = await invite();
    await browser.joinWithPassword(invited);
    const guess = async (email: string, address: number) =>
      gateway.send('/session/password', {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': `192.0.2.${address}` },
        body: { email, password: 'not the password' },
      });
    for (const email of [invited.email, 'nobody@example.com']) {
      const addresses = Array.from({ length: 11 }, (_, index) => index);
      const guessed = await Promise.all(addresses.map(async (each) => guess(email, each)));
      expect(guessed.map(({ status }) => status)).toEqual(addresses.map(() => 401));
      const late = await guess(email.toUpperCase(), 99);
      expect([late.status, messageOf(late)]).toEqual([
        429,
        'Too many failed sign-ins for this user. Wait 1 s, then try again',
      ]);
      expect(late.headers['retry-after']).toBe('1');
    }
  });

  it('is slowed down for wrong codes, and tells the user of them in the activity log', async () => {
    const { browser } = await open();
    const invited = await invite();
    await browser.joinWithPassword(invited);
    const challenge = await browser.enterPassword(invited.email);
    const statuses: number[] = [];
    for (let time = 0; time < 12; time += 1) {
      const answer = await browser.post('/session/second-factor', { challenge, code: '000000' });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array<number>(11).fill(401), 429]);
    expect((await listEntries(database)).at(-1)).toMatchObject({
      operation: 'signInWithSecondFactor',
      user_id: invited.userId,
      status: 401,
    });
  });

  it('isn’t slowed down by right passwords and codes', async () => {
    const { browser } = await open();
    const invited = await invite();
    const { totpSecret } = await browser.joinWithPassword(invited);
    for (let time = 0; time < 12; time += 1) {
      clock.advance({ seconds: 30 });
      const challenge = await browser.enterPassword(invited.email);
      const code = browser.codeOf(totpSecret);
      expect((await browser.post('/session/second-factor', { challenge, code })).status).toBe(200);
    }
  });
});

describe('a recovery code', () => {
  it('takes the place of the authenticator app, once, in any writing', async () => {
    const { browser } = await open();
    const invited = await invite();
    const { codes } = await browser.joinWithPassword(invited);
    const code = (codes[3] ?? '').toUpperCase().replaceAll('-', ' ');
    const challenge = await browser.enterPassword(invited.email);
    const other = await browser.enterPassword(invited.email);
    const answers = await Promise.all(
      [challenge, other].map(async (each) =>
        browser.post('/session/second-factor', { challenge: each, code }),
      ),
    );
    expect(statusesOf(answers)).toEqual([200, 401]);
    expect(dataOf(await browser.get('/console/sign-in-methods'))).toMatchObject({ recovery_codes_left: 9 });
    expect(
      (await listEntries(database)).find(({ details }) => details?.includes('recovery code')),
    ).toMatchObject({
      operation: 'signInWithSecondFactor',
      user_id: invited.userId,
    });
  });

  it('of another user is refused', async () => {
    const { browser } = await open();
    const ana = await invite();
    const { codes } = await browser.joinWithPassword(await invite({ email: 'bo@example.com', name: 'Bo' }));
    await browser.joinWithPassword(ana);
    const challenge = await browser.enterPassword(ana.email);
    const answer = await browser.post('/session/second-factor', { challenge, code: codes[0] ?? '' });
    expect(answer.status).toBe(401);
  });

  it('takes the place of a lost passkey, once, for a user without a password only', async () => {
    const { gateway, browser } = await open();
    const ana = await invite();
    const bo = await invite({ email: 'bo@example.com', name: 'Bo Lin' });
    const { codes } = await browser.joinWithPasskey(ana);
    const withPassword = await browser.joinWithPassword(bo);
    const another = new TestBrowser(gateway, clock.now);
    const body = { email: ana.email, code: codes[0] ?? '' };
    const answers = await Promise.all([
      another.post('/session/recovery-code', body),
      another.post('/session/recovery-code', body),
    ]);
    expect(statusesOf(answers)).toEqual([200, 401]);
    for (const [email, code] of [
      [bo.email, withPassword.codes[0] ?? ''],
      ['nobody@example.com', codes[1] ?? ''],
    ] as const) {
      const answer = await another.post('/session/recovery-code', { email, code });
      expect([answer.status, messageOf(answer)]).toEqual([
        401,
        expect.stringContaining('The email address or recovery code is wrong'),
      ]);
    }
  });
});
