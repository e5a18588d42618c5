import { beforeEach, describe, expect, it } from 'vitest';
import type { Invitation } from '#contract/gateway/users.ts';
import { useTestDatabase } from '#database/testing.ts';
import { createKeyCipher } from '../sessions/key-cipher.ts';
import { secret, setUpGateways, TestClock } from '../testing/gateway-harness.ts';
import type { Answer } from '../testing/http-client.ts';
import { sealAccountKey } from './account-keys.ts';
import { dataOf, listEntries, messageOf, TestBrowser } from './credentials/testing-sign-in.ts';
import { createSetupLink } from './setup-link.ts';
import { addUser } from './testing-users.ts';

const database = useTestDatabase();
const start = setUpGateways(database);
const ana = { name: 'Ana Ruiz', email: 'ana@example.com' };

let clock: TestClock;

beforeEach(() => {
  clock = new TestClock();
});

/** Keeps the key `good` for users of its account, as the first start does. */
const keepKey = async () => {
  const key = {
    accountId: 'account of good',
    name: 'First key',
    apiKey: 'good',
    addedBy: null,
    at: clock.now(),
  };
  await sealAccountKey(database.db, createKeyCipher(secret, 'embedded'), key);
};

const makeLink = async () => {
  const token = await createSetupLink(database.db, clock.now());
  if (token === undefined) throw new Error('There is no link.');
  return token;
};

const open = async () => {
  await keepKey();
  const gateway = await start({ now: clock.now });
  return { gateway, browser: new TestBrowser(gateway, clock.now) };
};

/** The link with which the administrator joins. */
const invitationIn = (answer: Answer): Invitation => (answer.json() as { data: Invitation }).data;

const setUp = async (browser: TestBrowser, token: string) =>
  browser.post('/session/setup', { token, ...ana });

describe('a setup link', () => {
  it('makes an administrator who joins and administers users, and the activity log records it', async () => {
    const { browser } = await open();
    const options = async () => (await browser.get('/session/options')).json();
    expect(await options()).toMatchObject({ data: { awaits_setup: true } });
    const made = invitationIn(await setUp(browser, await makeLink()));
    await browser.joinWithPassword({ ...ana, userId: made.user_id, token: made.token });
    expect(dataOf(await browser.get('/console/users'))).toMatchObject({
      users: [{ ...ana, roles: ['administrator'], has_joined: true }],
    });
    expect(await options()).toMatchObject({ data: { awaits_setup: false } });
    const entries = await listEntries(database);
    expect(entries).toContainEqual(
      expect.objectContaining({
        operation: 'setUpFirstAdministrator',
        via: 'session',
        user_name: ana.name,
        details: JSON.stringify(ana),
      }),
    );
    expect(JSON.stringify(entries)).not.toContain(made.token);
  });

  it('works once, even if it is used twice at the same time', async () => {
    const { gateway, browser } = await open();
    const token = await makeLink();
    const another = new TestBrowser(gateway, clock.now);
    const statuses = await Promise.all([setUp(browser, token), setUp(another, token)]);
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200, 404]));
    expect((await setUp(browser, token)).status).toBe(404);
  });

  it('works for an hour, and says how to get a new one', async () => {
    const { browser } = await open();
    const token = await makeLink();
    clock.advance({ minutes: 60 });
    const late = await setUp(browser, token);
    expect(late.status).toBe(404);
    expect(messageOf(late)).toMatch(/Start the server again/);
  });

  it('is worth nothing once an administrator has joined, and isn’t made any more', async () => {
    const { browser } = await open();
    const token = await makeLink();
    await addUser(database, { hasJoined: true });
    expect((await setUp(browser, token)).status).toBe(409);
    expect(await createSetupLink(database.db, clock.now())).toBeUndefined();
  });

  it('replaces an administrator who lost the link to join', async () => {
    const { browser } = await open();
    const lost = invitationIn(await setUp(browser, await makeLink()));
    const made = invitationIn(await setUp(browser, await makeLink()));
    const answer = await browser.post('/session/invitation', { token: lost.token });
    expect(answer.status).toBe(404);
    await browser.joinWithPassword({ ...ana, userId: made.user_id, token: made.token });
  });

  it('isn’t made for an account without a key for its users', async () => {
    expect(await createSetupLink(database.db, clock.now())).toBeUndefined();
  });
});
