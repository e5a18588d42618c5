import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { setUpGateways, TestClock } from '../../testing/gateway-harness.ts';
import { fromOwnPage } from '../../testing/http-client.ts';
import { TestPasskey } from './testing-passkeys.ts';
import {
  dataOf,
  goodPassword,
  inviteTestUser,
  messageOf,
  statusesOf,
  TestBrowser,
} from './testing-sign-in.ts';

const database = useTestDatabase();
const start = setUpGateways(database);
const path = '/console/sign-in-methods';

let clock: TestClock;

beforeEach(() => {
  clock = new TestClock();
});

const open = async () => {
  const gateway = await start({ now: clock.now });
  return { gateway, browser: new TestBrowser(gateway, clock.now) };
};

const invite = async (given?: Parameters<typeof inviteTestUser>[2]) =>
  inviteTestUser(database, clock.now, given);

async function addPasskey(browser: TestBrowser, name: string): Promise<TestPasskey> {
  clock.advance({ seconds: 1 });
  const passkey = new TestPasskey(browser.origin);
  const begun = dataOf(await browser.post(`${path}/passkey-options`));
  const { challenge } = begun;
  dataOf(await browser.post(`${path}/passkeys`, { challenge, name, response: passkey.create(begun) }));
  return passkey;
}

describe("a user's passkeys", () => {
  it('can be added, and each signs in', async () => {
    const { gateway, browser } = await open();
    await browser.joinWithPasskey(await invite());
    const passkey = await addPasskey(browser, 'Phone');
    expect(dataOf(await browser.get(path))).toMatchObject({
      passkeys: [{ name: 'MacBook' }, { name: 'Phone', id: passkey.id }],
    });
    expect((await new TestBrowser(gateway, clock.now).signInWith(passkey)).status).toBe(200);
  });

  it('aren’t offered again to the authenticator that has them, nor stored twice', async () => {
    const { browser } = await open();
    const { passkey } = await browser.joinWithPasskey(await invite());
    const begun = dataOf(await browser.post(`${path}/passkey-options`));
    expect(begun.options.excludeCredentials).toEqual([
      { id: passkey.id, type: 'public-key', transports: ['internal'] },
    ]);
    const { challenge } = begun;
    const body = { challenge, name: 'Twice', response: passkey.create(begun) };
    expect((await browser.post(`${path}/passkeys`, body)).status).toBe(409);
  });

  it('are added with the challenge of the user alone, and once', async () => {
    const { gateway, browser } = await open();
    await browser.joinWithPasskey(await invite());
    const other = new TestBrowser(gateway, clock.now);
    await other.joinWithPasskey(await invite({ email: 'bo@example.com', name: 'Bo Lin' }));
    const begun = dataOf(await browser.post(`${path}/passkey-options`));
    const { challenge } = begun;
    const response = new TestPasskey(browser.origin).create(begun);
    const body = { challenge, name: 'Phone', response };
    expect((await other.post(`${path}/passkeys`, body)).status).toBe(409);
    const answers = await Promise.all([
      browser.post(`${path}/passkeys`, body),
      browser.post(`${path}/passkeys`, body),
    ]);
    expect(statusesOf(answers)).toEqual([200, 409]);
  });

  it('can be removed, but never the last way to sign in, even by two requests at once', async () => {
    const { gateway, browser } = await open();
    const { passkey } = await browser.joinWithPasskey(await invite());
    const second = await addPasskey(browser, 'Phone');
    const answers = await Promise.all(
      [passkey, second].map(async ({ id }) => browser.post(`${path}/passkeys/remove`, { id })),
    );
    expect(statusesOf(answers)).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused && messageOf(refused)).toBe(
      'This passkey is your only way to sign in. Add another passkey or a password first',
    );
    const another = new TestBrowser(gateway, clock.now);
    const statuses = [await another.signInWith(passkey), await another.signInWith(second)];
    expect(statusesOf(statuses)).toEqual([200, 401]);
  });

  it('can all be removed by a user with a password', async () => {
    const { browser } = await open();
    await browser.joinWithPassword(await invite());
    const { id } = await addPasskey(browser, 'Phone');
    expect(dataOf(await browser.post(`${path}/passkeys/remove`, { id }))).toMatchObject({ passkeys: [] });
    expect((await browser.post(`${path}/passkeys/remove`, { id })).status).toBe(404);
  });

  it('of another user can’t be removed', async () => {
    const { gateway, browser } = await open();
    const { passkey } = await browser.joinWithPasskey(await invite());
    const other = new TestBrowser(gateway, clock.now);
    await other.joinWithPassword(await invite({ email: 'bo@example.com', name: 'Bo Lin' }));
    expect((await other.post(`${path}/passkeys/remove`, { id: passkey.id })).status).toBe(404);
    expect((await other.signInWith(passkey)).status).toBe(200);
  });
});

describe("a user's password", () => {
  it('can be set by a user who joined with a passkey, with an app', async () => {
    const { gateway, browser } = await open();
    const { email, ...invited } = await invite();
    await browser.joinWithPasskey({ email, ...invited });
    const { challenge, secret } = dataOf(await browser.post(`${path}/totp`));
    const code = browser.codeOf(secret);
    const answer = await browser.post(`${path}/password`, { challenge, code, password: goodPassword });
    expect(dataOf(answer)).toMatchObject({ has_password: true, has_totp: true });
    clock.advance({ minutes: 1 });
    const another = new TestBrowser(gateway, clock.now);
    const second = await another.enterPassword(email);
    const signedIn = await another.post('/session/second-factor', {
      challenge: second,
      code: another.codeOf(secret),
    });
    expect(signedIn.status).toBe(200);
  });

  it('is replaced together with the app, and the old ones no longer work', async () => {
    const { gateway, browser } = await open();
    const { email, ...invited } = await invite();
    const { totpSecret } = await browser.joinWithPassword({ email, ...invited });
    const { challenge, secret } = dataOf(await browser.post(`${path}/totp`));
    const password = 'another long passphrase';
    const body = { challenge, code: browser.codeOf(secret), password };
    const wrong = await browser.post(`${path}/password`, { ...body, code: browser.codeOf(totpSecret) });
    expect(wrong.json()).toMatchObject({ code: '400', data: { code: expect.any(String) } });
    dataOf(await browser.post(`${path}/password`, body));
    expect((await browser.post(`${path}/password`, body)).status).toBe(409);
    clock.advance({ minutes: 1 });
    const another = new TestBrowser(gateway, clock.now);
    const old = await another.post('/session/password', { email, password: goodPassword });
    expect(old.status).toBe(401);
    const begun = dataOf(await another.post('/session/password', { email, password }));
    const statusOf = async (totp: string) => {
      const given = { challenge: begun.challenge, code: another.codeOf(totp) };
      return (await another.post('/session/second-factor', given)).status;
    };
    expect(await statusOf(totpSecret)).toBe(401);
    expect(await statusOf(secret)).toBe(200);
  });
});

it('makes new recovery codes, and the old ones no longer work', async () => {
  const { browser } = await open();
  const { email, ...invited } = await invite();
  const { codes } = await browser.joinWithPassword({ email, ...invited });
  const made = dataOf(await browser.post(`${path}/recovery-codes`));
  expect(made.recovery_codes).toHaveLength(10);
  const challenge = await browser.enterPassword(email);
  const statusOf = async (code = '') =>
    (await browser.post('/session/second-factor', { challenge, code })).status;
  expect(await statusOf(codes[0])).toBe(401);
  expect(await statusOf(made.recovery_codes[0])).toBe(200);
});

it('records every change with the user, without the content of what signs in', async () => {
  const { browser } = await open();
  const { userId, ...invited } = await invite();
  await browser.joinWithPasskey({ userId, ...invited });
  const { id } = await addPasskey(browser, 'Phone');
  await browser.post(`${path}/passkeys/remove`, { id });
  await browser.post(`${path}/recovery-codes`);
  const rows = await database.db
    .selectFrom('audit_log_entries')
    .select(['operation', 'user_id', 'subject', 'details'])
    .where('outcome_of', 'is', null)
    .where('operation', 'not in', ['beginAuditLog', 'joinWithPasskey'])
    .orderBy('sequence')
    .execute();
  expect(rows).toEqual([
    {
      operation: 'addPasskey',
      user_id: userId,
      subject: 'Phone',
      details: '{"challenge":"(not recorded)","name":"Phone","response":"(not recorded)"}',
    },
    { operation: 'removePasskey', user_id: userId, subject: id, details: JSON.stringify({ id }) },
    { operation: 'replaceRecoveryCodes', user_id: userId, subject: null, details: '{}' },
  ]);
});

it('belongs to users: a session of an API key is refused and told why', async () => {
  const { gateway } = await open();
  const { cookie } = await gateway.open('good');
  const headers = { ...fromOwnPage, cookie };
  for (const [method, end] of [
    ['GET', ''],
    ['POST', '/passkey-options'],
    ['POST', '/totp'],
    ['POST', '/recovery-codes'],
  ] as const) {
    const body = method === 'GET' ? undefined : {};
    const answer = await gateway.send(`${path}${end}`, { method, headers, body });
    expect(answer.json()).toMatchObject({
      code: '400',
      error_code: 'system',
      error_message: expect.stringContaining('You signed in with an API key'),
    });
  }
  expect((await gateway.send(path)).status).toBe(401);
});
