import { beforeEach, describe, expect, it } from 'vitest';
import { gatewayOperations } from '#contract/gateway/operations.ts';
import { reauthenticationHeader } from '#contract/gateway/reauthentication-proof.ts';
import type { Operation } from '#contract/operation.ts';
import { useTestDatabase } from '#database/testing.ts';
import { type RunningGateway, setUpGateways, TestClock } from '../testing/gateway-harness.ts';
import { type Answer, fromOwnPage } from '../testing/http-client.ts';
import {
  dataOf,
  goodPassword,
  inviteTestUser,
  listEntries,
  messageOf,
  TestBrowser,
} from './credentials/testing-sign-in.ts';
import { addUser } from './testing-users.ts';

const database = useTestDatabase();
const start = setUpGateways(database);
const operations: readonly Operation[] = gatewayOperations;
const sensitive = operations.filter(({ needsReauthentication }) => needsReauthentication === true);

let clock: TestClock;
let gateway: RunningGateway;

beforeEach(async () => {
  clock = new TestClock();
  gateway = await start({ now: clock.now });
});

const ask = async ({ method, path }: Operation, headers: Record<string, string>) =>
  gateway.send(path, { method, headers });

/** How the response says that a proof can be given; undefined for any other response. */
function waysIn(answer: Answer): unknown {
  const { data } = answer.json() as { data: { reauthenticate?: unknown } | null };
  return answer.status === 403 ? data?.reauthenticate : undefined;
}

/** What each sensitive operation says about a proof to a session with these headers. */
async function waysOf(headers: Record<string, string>) {
  const ways: Record<string, unknown> = {};
  for (const operation of sensitive) ways[operation.id] = waysIn(await ask(operation, headers));
  return ways;
}

const all = (ways: unknown) => Object.fromEntries(sensitive.map(({ id }) => [id, ways]));

const exportOf = async (list: string, headers: Record<string, string>) => {
  const body = { list, name: 'a.csv', filters: {}, rows: 1, complete: true, sha256: '0'.repeat(64) };
  return gateway.send('/console/exports', { method: 'POST', headers, body });
};

const proveWithKey = async (cookie: string, token: string) =>
  gateway.send('/session/reauthentication/key', {
    method: 'POST',
    headers: { ...fromOwnPage, cookie },
    body: { token },
  });

const invite = async () => {
  const invited = await inviteTestUser(database, clock.now);
  await database.db.updateTable('memberships').set({ roles: '["administrator"]' }).execute();
  return { invited, browser: new TestBrowser(gateway, clock.now) };
};

describe('a session alone', () => {
  it('can’t use any operation that needs a proof, and with a proof it can', async () => {
    const ana = await addUser(database, { hasJoined: true });
    expect(await waysOf({ ...fromOwnPage, cookie: ana.cookie })).toEqual(all(['password']));
    expect(await waysOf(ana.headers)).toEqual(all(undefined));
  });

  it('gains nothing from a proof of another session, or one that has ended', async () => {
    const ana = await addUser(database, { hasJoined: true });
    const bo = await addUser(database, { hasJoined: true, name: 'Bo Lee' });
    const { [reauthenticationHeader]: proof = '' } = ana.headers;
    const borrowed = { ...fromOwnPage, cookie: bo.cookie, [reauthenticationHeader]: proof };
    expect(await waysOf(borrowed)).toEqual(all(['password']));
    await database.db.updateTable('reauthentications').set({ expires_at: clock.now() }).execute();
    expect(await waysOf(ana.headers)).toEqual(all(['password']));
  });

  it('can’t export the activity log, and can export a list', async () => {
    const ana = await addUser(database, { hasJoined: true });
    const alone = { ...fromOwnPage, cookie: ana.cookie };
    expect(waysIn(await exportOf('activity-log', alone))).toEqual(['password']);
    expect((await exportOf('activity-log', ana.headers)).status).toBe(200);
    expect((await exportOf('wallets', alone)).status).toBe(200);
  });
});

it('being asked for a proof is not in the activity log, and a wrong one is', async () => {
  const { browser, invited } = await invite();
  await browser.joinWithPassword(invited);
  browser.proof = '';
  const before = await listEntries(database);
  const alone = { ...fromOwnPage, cookie: browser.cookie };
  await waysOf(alone);
  expect(waysIn(await exportOf('activity-log', alone))).toEqual(['password']);
  expect(await listEntries(database)).toEqual(before);
  const body = { password: 'another long password', code: '123456' };
  expect((await browser.post('/session/reauthentication/password', body)).status).toBe(400);
  const added = (await listEntries(database)).slice(before.length);
  expect(JSON.stringify(added)).toContain('reauthenticateWithPassword');
});

describe('a session of an API key', () => {
  it('needs no proof while the account has no users, and then the key again', async () => {
    const { cookie } = await gateway.open('good');
    expect(await waysOf({ ...fromOwnPage, cookie })).toEqual(all(undefined));
    await addUser(database, { hasJoined: true });
    expect(await waysOf({ ...fromOwnPage, cookie })).toEqual(all(['key']));

    expect((await proveWithKey(cookie, 'other')).status).toBe(400);
    const proved = await proveWithKey(cookie, 'good');
    expect(proved.status).toBe(200);
    const proof = String(proved.headers[reauthenticationHeader]);
    const headers = { ...fromOwnPage, cookie, [reauthenticationHeader]: proof };
    expect(await waysOf(headers)).toEqual(all(undefined));
    clock.advance({ minutes: 10 });
    expect(await waysOf(headers)).toEqual(all(['key']));
  });
});

describe('a user', () => {
  const [operation] = sensitive;
  if (operation === undefined) throw new Error('No operation needs a proof.');
  const wayFor = async (browser: TestBrowser) =>
    waysIn(
      await ask(operation, {
        ...fromOwnPage,
        cookie: browser.cookie,
        ...(browser.proof !== '' && { [reauthenticationHeader]: browser.proof }),
      }),
    );
  it('who has just signed in needs no proof for ten minutes', async () => {
    const { browser, invited } = await invite();
    await browser.joinWithPassword(invited);
    expect(await wayFor(browser)).toBeUndefined();
    clock.advance({ minutes: 10 });
    expect(await wayFor(browser)).toEqual(['password']);
  });

  it('proves it with a password and a code, each code once, and wrong ones don’t end the session', async () => {
    const { browser, invited } = await invite();
    const { totpSecret } = await browser.joinWithPassword(invited);
    browser.proof = '';
    clock.advance({ minutes: 1 });
    const code = browser.codeOf(totpSecret);
    const prove = async (password: string) =>
      browser.post('/session/reauthentication/password', { password, code });
    const refused = await prove('another long password');
    expect([refused.status, messageOf(refused)]).toEqual([400, expect.any(String)]);
    expect(browser.proof).toBe('');
    expect((await prove(goodPassword)).status).toBe(200);
    expect(await wayFor(browser)).toBeUndefined();
    expect((await prove(goodPassword)).status).toBe(400);
    expect((await browser.get('/session')).status).toBe(200);
    expect(JSON.stringify(await listEntries(database))).toContain('reauthenticateWithPassword');
  });

  it('proves it with a passkey of one’s own, once for each challenge', async () => {
    const { browser, invited } = await invite();
    const { passkey } = await browser.joinWithPasskey(invited);
    browser.proof = '';
    expect(await wayFor(browser)).toEqual(['passkey', 'recovery-code']);
    const begun = dataOf(await browser.post('/session/reauthentication/passkey-options'));
    const body = { challenge: begun.challenge, response: passkey.get(begun) };
    expect((await browser.post('/session/reauthentication/passkey', body)).status).toBe(200);
    expect(await wayFor(browser)).toBeUndefined();
    browser.proof = '';
    expect((await browser.post('/session/reauthentication/passkey', body)).status).toBe(409);
    expect(browser.proof).toBe('');
  });

  it('proves it with a recovery code, once, if there is no password', async () => {
    const { browser, invited } = await invite();
    const { codes } = await browser.joinWithPasskey(invited);
    browser.proof = '';
    const prove = async () =>
      browser.post('/session/reauthentication/recovery-code', { code: codes[0] ?? '' });
    expect((await prove()).status).toBe(200);
    expect(await wayFor(browser)).toBeUndefined();
    browser.proof = '';
    expect((await prove()).status).toBe(400);
    expect(browser.proof).toBe('');
  });

  it('loses the proof by signing out', async () => {
    const { browser, invited } = await invite();
    await browser.joinWithPassword(invited);
    await gateway.send('/session', { method: 'DELETE', headers: { ...fromOwnPage, cookie: browser.cookie } });
    const left = await database.db.selectFrom('reauthentications').selectAll().execute();
    expect(left).toEqual([]);
  });
});
