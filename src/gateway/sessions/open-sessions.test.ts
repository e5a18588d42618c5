import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { listSessions, MOST_SESSIONS } from '#contract/gateway/open-sessions.ts';
import { useTestDatabase } from '#database/testing.ts';
import { closeStreams, openStream } from '../events/testing-events.ts';
import {
  makeTinyService,
  type RunningGateway,
  setUpGateways,
  TestClock,
} from '../testing/gateway-harness.ts';
import { addUser } from '../users/testing-users.ts';
import { type Browser, browserOf, idOf, openSessionOf, signIn } from './testing-browsers.ts';

const { path } = listSessions;
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0';

const database = useTestDatabase();
const start = setUpGateways(database);
const startGateway = async () => start({ provider: makeTinyService('good', 'other') });
afterEach(closeStreams);

const byText = (one: string, other: string): number => one.localeCompare(other);
const openFor = async (on: RunningGateway, userId: string): Promise<Browser> =>
  openSessionOf(database.db, on, userId);

describe('the list of sessions', () => {
  it('has those of the same key with where they are, when they were used and when they end', async () => {
    const clock = new TestClock();
    const gateway = await start({ provider: makeTinyService('good', 'other'), now: clock.now });
    await signIn(gateway, 'good', { 'user-agent': firefox });
    clock.advance({ minutes: 5 });
    const second = await signIn(gateway, 'good');
    await signIn(gateway, 'other');
    clock.advance({ minutes: 10 });
    const hash = await database.db.selectFrom('sessions').select('session_hash').execute();
    const listed = await second.list();
    expect(listed).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{12}$/),
        is_current: true,
        user: null,
        browser: null,
        system: null,
        ip_address: '127.0.0.1',
        opened_at: '2026-01-02T03:09:05.000Z',
        last_used_at: '2026-01-02T03:19:05.000Z',
        expires_at: '2026-01-02T15:09:05.000Z',
        idle_ends_at: '2026-01-02T03:49:05.000Z',
      },
      {
        id: expect.stringMatching(/^[0-9a-f]{12}$/),
        is_current: false,
        user: null,
        browser: 'Firefox',
        system: 'Windows',
        ip_address: '127.0.0.1',
        opened_at: '2026-01-02T03:04:05.000Z',
        last_used_at: '2026-01-02T03:04:05.000Z',
        expires_at: '2026-01-02T15:04:05.000Z',
        idle_ends_at: '2026-01-02T03:34:05.000Z',
      },
    ]);
    for (const { id } of listed) expect(hash.some((each) => each.session_hash.startsWith(id))).toBe(true);
  });

  it('leaves out sessions that have ended, of which the rows are still there', async () => {
    const clock = new TestClock();
    const gateway = await start({ provider: makeTinyService('good'), now: clock.now });
    await signIn(gateway, 'good');
    clock.advance({ minutes: 20 });
    const second = await signIn(gateway, 'good');
    expect(await second.list()).toHaveLength(2);
    clock.advance({ minutes: 10 });
    expect(await second.list()).toMatchObject([{ is_current: true }]);
  });

  it('has the asking session alone where the keys of sessions were not kept', async () => {
    const gateway = await startGateway();
    const first = await signIn(gateway, 'good');
    await signIn(gateway, 'good');
    await database.db.updateTable('sessions').set({ key_hash: null }).execute();
    expect(await first.list()).toMatchObject([{ is_current: true }]);
    const later = await signIn(gateway, 'good');
    expect(await later.list()).toMatchObject([{ is_current: true }]);
    expect((await later.endOthers()).json()).toMatchObject({ data: { ended: 0 } });
    expect(await first.status()).toBe(200);
  });

  it('has all users of the account for an administrator, and no session of a key or of another account', async () => {
    const gateway = await startGateway();
    const ana = await addUser(database);
    const bo = await addUser(database, { name: 'Bo Lee', roles: ['operator'] });
    await addUser(database, { name: 'Cy', apiKey: 'other' });
    const keys = await signIn(gateway, 'good');
    const admin = browserOf(gateway, ana.cookie);
    const everyone = await admin.list('?of=account');
    expect(everyone.map(({ user }) => user)).toEqual([
      { id: bo.userId, name: 'Bo Lee' },
      { id: ana.userId, name: 'Ana Ruiz' },
    ]);
    expect((await admin.list()).map(({ user }) => user?.id)).toEqual([ana.userId]);

    const refused = await browserOf(gateway, bo.cookie).ask('?of=account');
    expect(refused.status).toBe(403);
    expect(refused.body).toContain('Your role lacks users:write');
    expect(await keys.ask('?of=account')).toMatchObject({ status: 403 });
    expect(await keys.ask('?of=everyone')).toMatchObject({ status: 400 });
  });

  it('needs a session', async () => {
    const gateway = await startGateway();
    for (const headers of [{}, { token: 'good' }]) {
      expect(await gateway.send(path, { headers })).toMatchObject({ status: 401 });
    }
  });
});

describe('ending sessions', () => {
  it('makes a session worth nothing at its next request, and can be repeated', async () => {
    const gateway = await startGateway();
    const [first, second] = [await signIn(gateway, 'good'), await signIn(gateway, 'good')];
    const id = await idOf(second);
    for (let time = 0; time < 2; time += 1) expect(await first.end(id)).toMatchObject({ status: 200 });
    expect(await second.status()).toBe(401);
    expect(await second.ask()).toMatchObject({ status: 401 });
    expect(await first.list()).toMatchObject([{ is_current: true }]);
  });

  it('ends its stream of live events', async () => {
    const gateway = await startGateway();
    const [first, second] = [await signIn(gateway, 'good'), await signIn(gateway, 'good')];
    const ended = await openStream(gateway, second.cookie);
    const kept = await openStream(gateway, first.cookie);
    await first.endOthers();
    await expect.poll(() => ended.hasEnded(), { timeout: 5_000 }).toBe(true);
    expect(kept.hasEnded()).toBe(false);
  });

  it('ends all others of the key, and says how many', async () => {
    const gateway = await startGateway();
    const mine = await signIn(gateway, 'good');
    const others = [await signIn(gateway, 'good'), await signIn(gateway, 'good')];
    const stranger = await signIn(gateway, 'other');
    expect((await mine.endOthers()).json()).toMatchObject({ data: { ended: 2 } });
    expect((await mine.endOthers()).json()).toMatchObject({ data: { ended: 0 } });
    for (const each of others) expect(await each.status()).toBe(401);
    expect(await mine.status()).toBe(200);
    expect(await stranger.status()).toBe(200);
  });

  it('is refused to other sites, and names what is no ID of a session', async () => {
    const gateway = await startGateway();
    const mine = await signIn(gateway, 'good');
    const body = { id: await idOf(mine) };
    const headers = { cookie: mine.cookie, 'sec-fetch-site': 'cross-site' };
    expect(await gateway.send(`${path}/end`, { method: 'POST', headers, body })).toMatchObject({
      status: 403,
    });
    for (const id of ['', '%', '0123456789a%', '0123456789abc', '0123456789AB']) {
      const answer = await mine.end(id);
      expect(answer.status).toBe(400);
      expect(answer.json()).toMatchObject({ data: { id: 'must be the ID of a session' } });
    }
    expect(await mine.status()).toBe(200);
  });

  it('lets an administrator end sessions of any user of the account, and of no key and no other account', async () => {
    const gateway = await startGateway();
    const admin = browserOf(gateway, (await addUser(database)).cookie);
    const operator = browserOf(gateway, (await addUser(database, { roles: ['operator'] })).cookie);
    const elsewhere = browserOf(gateway, (await addUser(database, { apiKey: 'other' })).cookie);
    const key = await signIn(gateway, 'good');
    for (const each of [operator, elsewhere, key]) {
      expect(await admin.end(await idOf(each))).toMatchObject({ status: 200 });
    }
    expect(await operator.status()).toBe(401);
    expect(await elsewhere.status()).toBe(200);
    expect(await key.status()).toBe(200);
  });

  it('is in the activity log with the session that was ended', async () => {
    const gateway = await startGateway();
    const [first, second] = [await signIn(gateway, 'good'), await signIn(gateway, 'good')];
    const id = await idOf(second);
    await first.end(id);
    const log = await gateway.send('/console/audit-log?operation=endSession', {
      headers: { cookie: first.cookie },
    });
    expect(log.json()).toMatchObject({
      data: { entries: [{ subject: id, status: 'completed', session: await idOf(first) }] },
    });
  });

  it('never reaches sessions of another owner, and neither does the list', async () => {
    const gateway = await startGateway();
    const users = [
      await addUser(database, { name: 'Ana', roles: ['operator'] }),
      await addUser(database, { name: 'Bo', roles: ['viewer'] }),
    ];
    const openers = [
      async () => signIn(gateway, 'good'),
      async () => signIn(gateway, 'other'),
      ...users.map(
        ({ userId }) =>
          async () =>
            openFor(gateway, userId),
      ),
    ];
    const step = fc.record({
      owner: fc.nat(openers.length - 1),
      does: fc.constantFrom('open', 'open', 'end', 'endOthers'),
      at: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await database.db.deleteFrom('sessions').execute();
        const open = await Promise.all(openers.map(async (opener) => [await opener()]));
        const ids = new Map<Browser, string>();
        for (const browser of open.flat()) ids.set(browser, await idOf(browser));
        for (const { owner, does, at } of steps) {
          const mine = open[owner] ?? [];
          const opener = openers[owner];
          const by = mine[at % mine.length];
          const target = open.flat()[at % open.flat().length];
          if (does === 'open' && opener !== undefined && mine.length < MOST_SESSIONS) {
            const browser = await opener();
            ids.set(browser, await idOf(browser));
            mine.push(browser);
          }
          if (by === undefined || target === undefined) continue;
          if (does === 'endOthers') {
            await by.endOthers();
            open[owner] = [by];
          }
          if (does === 'end' && by !== target) {
            await by.end(ids.get(target) ?? '');
            open[owner] = mine.filter((each) => each !== target);
          }
        }
        for (const mine of open) {
          const expected = mine.map((each) => ids.get(each) ?? 'none').toSorted(byText);
          for (const browser of mine) {
            expect((await browser.list()).map(({ id }) => id).toSorted(byText)).toEqual(expected);
          }
        }
      }),
      { numRuns: 15 },
    );
  });
});
