import { beforeEach, describe, expect, it } from 'vitest';
import type { AccountSettings, Explorers } from '#contract/gateway/settings.ts';
import { useTestDatabase } from '#database/testing.ts';
import {
  makeTinyService,
  setUpGateways,
  TestClock,
  type RunningGateway,
} from '../testing/gateway-harness.ts';
import { type Answer, fromOwnPage } from '../testing/http-client.ts';
import { startStandInProvider } from '../testing/stand-in-provider.ts';
import { defaultExplorers } from './settings.routes.ts';

const path = '/console/settings';
const database = useTestDatabase();
const start = setUpGateways(database);

let gateway: RunningGateway;

beforeEach(async () => {
  const tiny = makeTinyService('good', 'other', 'reader');
  const provider: typeof tiny = {
    ...tiny,
    describeKey: async (key) => {
      const description = await tiny.describeKey(key);
      return key === 'reader' && description !== undefined
        ? { ...description, permissions: ['wallets:read', 'transactions:read'] }
        : description;
    },
  };
  tiny.accounts.set('reader', 'account of good');
  gateway = await start({ provider, now: new TestClock().now });
});

async function sign(token: string, on: RunningGateway = gateway) {
  const { cookie, get } = await on.open(token);
  return {
    cookie,
    read: async () => settingsOf(await get(path)),
    change: async (body: object) =>
      on.send(`${path}/explorers`, { method: 'PUT', headers: { ...fromOwnPage, cookie }, body }),
  };
}

const settingsOf = (answer: Answer) => (answer.json() as { data: AccountSettings }).data;

const own: Explorers = {
  ...defaultExplorers,
  eth: {
    enabled: true,
    address: 'https://scan.example:8443/a?q={address}&x=1',
    transaction: 'https://scan.example:8443/tx/{hash}#logs',
  },
  btc: { ...defaultExplorers.btc, enabled: false },
};

describe('the explorers', () => {
  it('are the defaults for an account that has changed nothing', async () => {
    const { read } = await sign('good');
    expect(await read()).toEqual({
      explorers: {
        value: defaultExplorers,
        defaults: defaultExplorers,
        version: 0,
        updated_at: null,
        updated_by: null,
      },
    });
  });

  it('once changed are so for every key of the account, and for no other account', async () => {
    const first = await sign('good');
    const answer = await first.change({ version: 0, ...own });
    const changed = {
      explorers: {
        value: own,
        defaults: defaultExplorers,
        version: 1,
        updated_at: '2026-01-02T03:04:05.000Z',
        updated_by: 'key good',
      },
    };
    expect(settingsOf(answer)).toEqual(changed);
    expect(await (await sign('reader')).read()).toEqual(changed);
    expect((await (await sign('other')).read()).explorers).toMatchObject({
      value: defaultExplorers,
      version: 0,
    });
  });

  it.each([0, 1])('changed in the meantime from version %i are not overwritten', async (version) => {
    const { change, read } = await sign('good');
    for (let before = 0; before <= version; before += 1) await change({ version: before, ...own });
    const refused = await change({ version, ...defaultExplorers });
    expect(refused.status).toBe(409);
    expect(refused.json()).toMatchObject({
      error_code: 'request',
      error_message: expect.stringMatching(/^Someone else changed the explorers first/),
    });
    expect((await read()).explorers).toMatchObject({ value: own, version: version + 1 });
  });

  it('changed by two at once are changed by one of them', async () => {
    const { change } = await sign('good');
    for (const version of [0, 1]) {
      const answers = await Promise.all([change({ version, ...own }), change({ version, ...own })]);
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    }
  });

  it('stay as they are with a read-only key, which is told what it lacks', async () => {
    const { change, read } = await sign('reader');
    const refused = await change({ version: 0, ...own });
    expect(refused.status).toBe(400);
    expect(refused.json()).toMatchObject({
      error_code: 'system',
      error_message: 'The API key lacks permission for this action: it needs wallets:write',
    });
    expect((await read()).explorers.version).toBe(0);
  });

  it('are the default where what is stored is of another time', async () => {
    const { change, read } = await sign('good');
    await change({ version: 0, ...own });
    const { eth } = own;
    await database.db
      .updateTable('account_settings')
      .set({ value: JSON.stringify({ eth, btc: { url: 'javascript:1' }, doge: eth }) })
      .execute();
    expect((await read()).explorers.value).toEqual({ ...defaultExplorers, eth });
  });

  it.each([
    ['a network too few', { sol: undefined }, 'sol'],
    ['an unknown network', { doge: own.eth }, 'doge'],
    ['a script', { eth: { ...own.eth, address: 'javascript:alert(1)//{address}' } }, 'eth'],
    ['no version', { version: undefined }, 'version'],
    ['a version below none', { version: -1 }, 'version'],
  ])('refuse %s and name it', async (_what, change, field) => {
    const session = await sign('good');
    const refused = await session.change({ version: 0, ...own, ...change });
    expect(refused.status).toBe(400);
    expect(Object.keys((refused.json() as { data: object }).data)).toEqual([field]);
    expect((await session.read()).explorers.version).toBe(0);
  });
});

it('are closed without a session, and to other sites', async () => {
  expect((await gateway.send(path)).status).toBe(401);
  expect((await gateway.send(path, { headers: { token: 'good' } })).status).toBe(401);
  const { cookie } = await sign('good');
  const foreign = { cookie, 'sec-fetch-site': 'cross-site' };
  const answer = await gateway.send(`${path}/explorers`, {
    method: 'PUT',
    headers: foreign,
    body: { version: 0, ...own },
  });
  expect(answer.status).toBe(403);
});

it('are kept here in front of a remote provider as well', async () => {
  const provider = await startStandInProvider();
  const remote = await start({ mode: 'remote', provider: { kind: 'remote', url: provider.url } });
  const { change, read } = await sign('good', remote);
  provider.received.length = 0;
  expect((await change({ version: 0, ...own })).status).toBe(200);
  expect((await read()).explorers).toMatchObject({ value: own, updated_by: null });
  expect(provider.received).toEqual([]);
  await provider.close();
});
