import { beforeEach, expect, it } from 'vitest';
import { createWallet } from '#contract/wallet-service/wallet-changes.ts';
import type { WalletNotes } from '#contract/gateway/wallet-notes.ts';
import { useTestDatabase } from '#database/testing.ts';
import type { Instant } from '#domain/time.ts';
import {
  makeTinyService,
  type RunningGateway,
  setUpGateways,
  TestClock,
} from '../testing/gateway-harness.ts';
import { type Answer, fromOwnPage } from '../testing/http-client.ts';

const path = '/console/wallet-notes';
const database = useTestDatabase();
const start = setUpGateways(database);
const clock = new TestClock();

let gateway: RunningGateway;
let createdAt: Instant | undefined;

beforeEach(async () => {
  createdAt = undefined;
  const tiny = makeTinyService('good', 'other', 'reader');
  tiny.accounts.set('reader', 'account of good');
  const describe = tiny.describeKey;
  const provider: typeof tiny = {
    ...tiny,
    wallets: { ...tiny.wallets, createdAt: async () => createdAt },
    describeKey: async (key) => {
      const description = await describe(key);
      return key === 'reader' && description !== undefined
        ? { ...description, permissions: ['wallets:read'] }
        : description;
    },
  };
  gateway = await start({ provider, now: clock.now });
});

const notesOf = (answer: Answer) => (answer.json() as { data: WalletNotes }).data;

async function sign(token: string) {
  const { cookie, get } = await gateway.open(token);
  const headers = { ...fromOwnPage, cookie };
  return {
    read: async (address = 'T') => notesOf(await get(`${path}?address=${address}`)),
    change: async (body: object) =>
      gateway.send(path, {
        method: 'PUT',
        headers,
        body: { address: 'T', version: 0, note: '', tags: [], ...body },
      }),
    create: async () =>
      gateway.send(createWallet.path, {
        method: 'POST',
        headers,
        body: { name: 'New', network: 'trx', type: 'user' },
      }),
  };
}

const nothing = { note: '', tags: [], version: 0, updated_at: null, updated_by: null };
const unknown = { created_at: null, created_by: null };

it('are empty until a user writes them, and then the account’s', async () => {
  const good = await sign('good');
  expect(await good.read()).toEqual({ ...nothing, ...unknown });
  const note = 'Owner: treasury.\nAsk before paying out of it.';
  const written = await good.change({ note: `${note}\n `, tags: ['Treasury', ' EUR '] });
  const notes = { note, tags: ['Treasury', 'EUR'], version: 1, updated_at: expect.any(String) };
  expect(notesOf(written)).toEqual({ ...notes, updated_by: 'key good', ...unknown });
  expect(await (await sign('reader')).read()).toMatchObject(notes);
  expect(await good.read('another')).toMatchObject(nothing);
  expect(await (await sign('other')).read()).toMatchObject(nothing);
});

it('are changed from the version that was read only', async () => {
  const good = await sign('good');
  await good.change({ note: 'first' });
  for (const version of [0, 2]) {
    const refused = await good.change({ note: 'lost', version });
    expect(refused.status).toBe(409);
    expect(refused.body).toContain('Someone else changed these notes first');
  }
  expect((await good.change({ note: 'second', version: 1 })).status).toBe(200);
  expect(await good.read()).toMatchObject({ note: 'second', version: 2 });
});

it.each([
  ['a long note', { note: 'x'.repeat(2_001) }, 'note'],
  ['control characters', { note: 'a\u0000b' }, 'note'],
  ['a tag twice', { tags: ['EUR', 'eur'] }, 'tags'],
  ['eleven tags', { tags: Array.from({ length: 11 }, (_, i) => `t${i}`) }, 'tags'],
])('refuse %s', async (_, body, field) => {
  const refused = await (await sign('good')).change(body);
  expect(refused.status).toBe(400);
  expect(Object.keys((refused.json() as { data: object }).data)[0]).toMatch(new RegExp(`^${field}`));
});

it('can’t be changed with a key that only reads', async () => {
  const reader = await sign('reader');
  const refused = await reader.change({ note: 'mine' });
  expect(refused.body).toContain('wallets:write');
  expect(await reader.read()).toMatchObject(nothing);
});

it('tell when the wallet was created and by whom, as the activity log knows it', async () => {
  const good = await sign('good');
  await good.create();
  const { created_at: at, created_by: by } = await good.read();
  expect(at).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(by).toBe('key good');
  expect(await (await sign('other')).read()).toMatchObject(unknown);
});

it('tell when the wallet was created as the wallet service knows it, where it does', async () => {
  createdAt = '2025-03-04T05:06:07.000000Z' as Instant;
  expect(await (await sign('good')).read()).toMatchObject({
    created_at: '2025-03-04T05:06:07.000Z',
    created_by: null,
  });
});
