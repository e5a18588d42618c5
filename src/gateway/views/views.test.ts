import { beforeEach, describe, expect, it } from 'vitest';
import { MOST_VIEWS, type SavedView } from '#contract/gateway/views.ts';
import { useTestDatabase } from '#database/testing.ts';
import {
  makeTinyService,
  type RunningGateway,
  secret,
  setUpGateways,
  TestClock,
} from '../testing/gateway-harness.ts';
import { type Answer, fromOwnPage } from '../testing/http-client.ts';
import { startStandInProvider } from '../testing/stand-in-provider.ts';

const path = '/console/views';
const database = useTestDatabase();
const start = setUpGateways(database);

let clock: TestClock;
let gateway: RunningGateway;

beforeEach(async () => {
  clock = new TestClock();
  const provider = makeTinyService('good', 'other');
  // Two keys of one account.
  provider.accounts.set('second', 'account of good');
  gateway = await start({ provider, now: clock.now });
});

/** Signs in and works on views as the console does. */
async function sign(token: string, on: RunningGateway = gateway) {
  const { cookie, get } = await on.open(token);
  const change = (method: string) => async (body: object) =>
    on.send(path, { method, headers: { ...fromOwnPage, cookie }, body });
  return {
    cookie,
    list: async (list = 'transactions') => viewsOf(await get(`${path}?list=${list}`)),
    get,
    create: change('POST'),
    replace: change('PUT'),
    remove: change('DELETE'),
  };
}

const dataOf = (answer: Answer) => (answer.json() as { data: unknown }).data;
const viewOf = (answer: Answer) => dataOf(answer) as SavedView;
const viewsOf = (answer: Answer) => (dataOf(answer) as { views: SavedView[] }).views;

const failed = { list: 'transactions', name: 'Failed', search: 'status=failed&range=7d' };

describe('a saved view', () => {
  it('is seen by every key of the account, with who made it and when', async () => {
    const first = await sign('good');
    const created = viewOf(await first.create(failed));
    expect(created).toEqual({
      ...failed,
      id: expect.stringMatching(/^view_[\da-f]{24}$/),
      version: 1,
      created_by: 'key good',
      created_at: '2026-01-02T03:04:05.000Z',
      updated_at: '2026-01-02T03:04:05.000Z',
    });
    expect(await (await sign('second')).list()).toEqual([created]);
  });

  it("can't be seen, changed or deleted by another account", async () => {
    const view = viewOf(await (await sign('good')).create(failed));
    const other = await sign('other');
    expect(await other.list()).toEqual([]);
    const { id, version } = view;
    const refusals = [
      await other.replace({ id, version, name: 'Mine', search: 'a=b' }),
      await other.remove({ id, version }),
    ];
    for (const answer of refusals) {
      expect(answer.status).toBe(404);
      expect(answer.json()).toMatchObject({ code: '404', error_code: 'not_found' });
    }
    // The same name is free for them.
    expect((await other.create(failed)).status).toBe(200);
    expect(await (await sign('good')).list()).toEqual([view]);
  });

  it('is in its own list, by name whatever the case', async () => {
    const { create, list } = await sign('good');
    for (const name of ['beta', 'Alpha', 'alpine']) await create({ ...failed, name });
    await create({ ...failed, list: 'exchanges' });
    expect((await list()).map(({ name }) => name)).toEqual(['Alpha', 'alpine', 'beta']);
    expect((await list('exchanges')).map(({ name }) => name)).toEqual(['Failed']);
  });

  it('is renamed, given another search, and deleted', async () => {
    const { create, list, replace, remove } = await sign('good');
    const { id, created_at } = viewOf(await create(failed));
    clock.advance({ minutes: 1 });
    const changed = await replace({ id, version: 1, name: 'Late', search: 'status=pending' });
    expect(viewOf(changed)).toMatchObject({
      name: 'Late',
      search: 'status=pending',
      version: 2,
      created_at,
      updated_at: '2026-01-02T03:05:05.000Z',
    });
    expect(await list()).toEqual([viewOf(changed)]);
    expect(dataOf(await remove({ id, version: 2 }))).toEqual({ result: 'success' });
    expect(await list()).toEqual([]);
  });

  it.each(['Failed', 'FAILED', ' failed '])(
    'refuses the name %j beside “Failed” and names the field',
    async (name) => {
      const { create, list, replace } = await sign('good');
      await create(failed);
      const { id } = viewOf(await create({ ...failed, name: 'Other' }));
      for (const answer of [
        await create({ ...failed, name }),
        await replace({ id, version: 1, name, search: failed.search }),
      ]) {
        expect(answer.status).toBe(400);
        expect(answer.json()).toMatchObject({
          error_code: 'request',
          data: { name: 'another view of this list has this name' },
        });
      }
      expect(await list()).toHaveLength(2);
    },
  );

  it('may change the case of its own name', async () => {
    const { create, replace } = await sign('good');
    const { id } = viewOf(await create(failed));
    const changed = await replace({ id, version: 1, name: 'FAILED', search: failed.search });
    expect(viewOf(changed).name).toBe('FAILED');
  });

  it.each(['replace', 'remove'] as const)(
    'refuses to %s a view that another user changed meanwhile, and keeps that change',
    async (act) => {
      const first = await sign('good');
      const second = await sign('second');
      const { id, version } = viewOf(await first.create(failed));
      const theirs = await second.replace({ id, version, name: 'Failed', search: 'status=cancelled' });
      expect(theirs.status).toBe(200);

      const mine = act === 'replace' ? { id, version, name: 'Failed', search: 'a=b' } : { id, version };
      const refused = await first[act](mine);
      expect(refused.status).toBe(409);
      expect(refused.json()).toEqual({
        code: '409',
        error_code: 'request',
        error_message:
          'Someone else changed the view “Failed” first, so your change wasn’t saved. Reload it and try again',
        data: null,
      });
      expect(await first.list()).toEqual([viewOf(theirs)]);
    },
  );

  it('changed by many at once is changed by one of them', async () => {
    const { create, replace, list } = await sign('good');
    const { id, version } = viewOf(await create(failed));
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (value) =>
        replace({ id, version, name: 'Failed', search: `address=${value}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    expect((await list())[0]?.version).toBe(2);
  });

  it('created twice at once under one name is there once', async () => {
    const { create, list } = await sign('good');
    const answers = await Promise.all([create(failed), create({ ...failed, name: 'failed' })]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
    expect(await list()).toHaveLength(1);
  });

  it(`is refused beyond ${MOST_VIEWS} of an account, with a message`, async () => {
    const at = clock.now();
    const rows = Array.from({ length: MOST_VIEWS }, (_, index) => ({
      view_id: `view_${index}`,
      account_id: 'account of good',
      list: index % 2 === 0 ? 'transactions' : 'exchanges',
      name: `View ${index}`,
      name_key: `view ${index}`,
      search: 'a=b',
      version: 1,
      created_by: null,
      created_at: at,
      updated_at: at,
    }));
    await database.db.insertInto('saved_views').values(rows).execute();
    const { create, remove } = await sign('good');
    const refused = await create(failed);
    expect(refused.status).toBe(409);
    expect(refused.json()).toMatchObject({
      error_message: 'The account has 1,000 saved views, the maximum. Delete some first',
    });
    expect((await (await sign('other')).create(failed)).status).toBe(200);
    await remove({ id: 'view_1', version: 1 });
    expect((await create(failed)).status).toBe(200);
  });
});

describe('what a view may be', () => {
  it.each([
    ['an empty search', { search: '' }, 'search'],
    ['a search with its question mark', { search: '?status=failed' }, 'search'],
    ['a search of more than 4 KiB', { search: `a=${'b'.repeat(4096)}` }, 'search'],
    ['a search with a fragment', { search: 'a=b#c' }, 'search'],
    ['a search with what no address can carry', { search: 'a=<script>' }, 'search'],
    ['a search with a line break', { search: 'a=b\n' }, 'search'],
    ['no name', { name: ' ' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(65) }, 'name'],
    ['a name that reads backwards', { name: 'a\u202Eb' }, 'name'],
    ['a list that cannot be', { list: 'Transactions/1' }, 'list'],
    ['an unknown field', { owner: 'me' }, 'owner'],
  ])('refuses %s and names the field', async (_what, change, field) => {
    const { create, list } = await sign('good');
    const answer = await create({ ...failed, ...change });
    expect(answer.status).toBe(400);
    expect(Object.keys(dataOf(answer) as object)).toEqual([field]);
    expect(await list()).toEqual([]);
  });

  it('takes a search of 4 KiB as it is', async () => {
    const search = `q=${'%20'.repeat(1364)}xx`;
    const { create } = await sign('good');
    expect(viewOf(await create({ ...failed, search })).search).toBe(search);
  });

  it.each([
    { id: 'view_\u0000', version: 1 },
    { id: 'view_1', version: 2 ** 31 },
    { id: 'view_1', version: 0 },
  ])('refuses to look for %j', async (read) => {
    const { remove } = await sign('good');
    expect((await remove(read)).status).toBe(400);
  });
});

describe('views are closed to', () => {
  it('a client without a session', async () => {
    for (const headers of [{}, { token: 'good' }, { cookie: 'wallet_console_session=guess' }]) {
      const answer = await gateway.send(`${path}?list=transactions`, { headers });
      expect(answer.status).toBe(401);
      const created = await gateway.send(path, {
        method: 'POST',
        headers: { ...headers, ...fromOwnPage },
        body: failed,
      });
      expect(created.status).toBe(401);
    }
    expect(await database.db.selectFrom('saved_views').selectAll().execute()).toEqual([]);
  });

  it.each(['POST', 'PUT', 'DELETE'])('a %s from another site', async (method) => {
    const { cookie } = await sign('good');
    const answer = await gateway.send(path, {
      method,
      headers: { cookie, 'sec-fetch-site': 'cross-site' },
      body: failed,
    });
    expect(answer.status).toBe(403);
  });

  it('a session whose key was revoked, which ends', async () => {
    const provider = makeTinyService('good');
    const revoking = await start({ provider });
    const { get } = await sign('good', revoking);
    provider.accounts.delete('good');
    expect((await get(`${path}?list=transactions`)).status).toBe(401);
    expect(await database.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });

  it('a key that asks too often', async () => {
    const limited = await start({ settings: { sessionSecret: secret, requestsPerMinute: 3 } });
    const { get } = await sign('good', limited);
    const answers = [];
    for (let times = 0; times < 3; times += 1) answers.push(await get(`${path}?list=transactions`));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  });
});

it('are kept here in front of a remote provider as well, which hears nothing of them', async () => {
  const provider = await startStandInProvider();
  const remote = await start({ mode: 'remote', provider: { kind: 'remote', url: provider.url } });
  const { create, list } = await sign('good', remote);
  provider.received.length = 0;
  expect(viewOf(await create(failed))).toMatchObject({ ...failed, created_by: null });
  expect(await list()).toHaveLength(1);
  expect(provider.received).toEqual([]);
  await provider.close();
});
