import { PassThrough } from 'node:stream';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { setUpGateways, TestClock } from '../../testing/gateway-harness.ts';
import { dataOf, goodPassword, inviteTestUser, listEntries, TestBrowser } from './testing-sign-in.ts';

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

describe('the activity log', () => {
  it('names the user who joins and signs in, and how, with both outcomes', async () => {
    const { browser } = await open();
    const invited = await invite();
    const { totpSecret } = await browser.joinWithPassword(invited);
    clock.advance({ minutes: 1 });
    const challenge = await browser.enterPassword(invited.email);
    const code = browser.codeOf(totpSecret);
    await browser.post('/session/second-factor', { challenge, code });
    const who = { user_id: invited.userId, user_name: 'Ana Ruiz', key_name: 'key good', via: 'session' };
    expect(await listEntries(database)).toMatchObject([
      {
        ...who,
        operation: 'joinWithPassword',
        status: null,
        details: '{"method":"password"}',
        session: null,
      },
      { ...who, operation: 'joinWithPassword', status: 200, session: expect.any(String) },
      { ...who, operation: 'signInWithSecondFactor', status: null, details: '{"method":"password"}' },
      { ...who, operation: 'signInWithSecondFactor', status: 200, session: expect.any(String) },
    ]);
  });

  it('notes a wrong password of a known user', async () => {
    const { browser } = await open();
    const invited = await invite();
    await browser.joinWithPassword(invited);
    await browser.post('/session/password', { email: invited.email, password: 'not the password' });
    expect((await listEntries(database)).at(-1)).toMatchObject({
      operation: 'checkPassword',
      user_id: invited.userId,
      user_name: 'Ana Ruiz',
      status: 401,
      details: null,
    });
  });
});

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

const idOf = (cookie: string) => cookie.split('=')[1] ?? '';

it('leaves no secret in the database and in the log', async () => {
  const stream = new PassThrough();
  let written = '';
  stream.on('data', (line: Buffer) => (written += line.toString()));
  const { browser } = await open({ logger: { level: 'trace', stream } });
  const invited = await invite();
  const begun = dataOf(await browser.post('/session/invitation/totp', { token: invited.token }));
  const { totpSecret, codes } = await browser.joinWithPassword(invited);
  const firstCookie = browser.cookie;
  const challenge = await browser.enterPassword(invited.email);
  const wrong = 'hunter2-hunter2-hunter2';
  await browser.post('/session/password', { email: invited.email, password: wrong });
  await browser.post('/session/second-factor', { challenge, code: codes[0] ?? '' });
  const { secret } = dataOf(await browser.post('/console/sign-in-methods/totp'));
  const pending = dataOf(await browser.post('/console/sign-in-methods/totp'));
  const newPassword = 'another long passphrase';
  const totpCode = browser.codeOf(pending.secret);
  const replaced = await browser.post('/console/sign-in-methods/password', {
    challenge: pending.challenge,
    code: totpCode,
    password: newPassword,
  });
  expect(replaced.status).toBe(200);
  const made = dataOf(await browser.post('/console/sign-in-methods/recovery-codes'));
  const all = { database: await dump(), log: written };
  expect(all.database).toContain('Ana Ruiz');
  expect(all.log).toContain('signed in');
  expect(all.database).not.toContain(`"${totpCode}"`);
  for (const value of [
    invited.token,
    goodPassword,
    newPassword,
    wrong,
    begun.secret,
    totpSecret,
    secret,
    pending.secret,
    challenge,
    pending.challenge,
    idOf(firstCookie),
    idOf(browser.cookie),
    ...codes,
    ...codes.map((code) => code.replaceAll('-', '')),
    ...made.recovery_codes,
  ]) {
    for (const [where, text] of Object.entries(all)) {
      for (const encoding of ['latin1', 'hex', 'base64'] as const) {
        const beginning = Buffer.from(value).subarray(0, 12).toString(encoding);
        expect(text.includes(beginning), `${value} in the ${where} as ${encoding}`).toBe(false);
      }
    }
  }
});
