import { expect, it, vi } from 'vitest';
import { instantFromDate } from '#domain/time.ts';
import { describeKey } from '../service.ts';
import { failure, setUpService } from '../testing.ts';
import { changeKey, insertKey, listKeys } from './keys.store.ts';

const service = setUpService();
const rules = { allowSandboxKeys: false };
const inMs = (ms: number) => instantFromDate(new Date(Date.now() + ms));

const ownKey = async () => {
  const [key] = await listKeys(service.db);
  if (key === undefined) throw new Error('The account has a key.');
  return key;
};

it('works until it expires, and is then refused with a message that says so', async () => {
  const { keyId, token } = await insertKey(service.db, {
    accountId: service.accountId,
    name: 'Short',
    permissions: [],
    expiresAt: inMs(60_000),
  });
  expect((await service.call('GET', '/test', { token })).status).toBe(200);
  await changeKey(service.db, keyId, { expiresAt: inMs(-1) });
  expect(await service.call('GET', '/test', { token })).toMatchObject({
    status: 401,
    body: failure(401, 'system', 'The API key has expired'),
  });
  // A session asks the same way, and ends with it.
  expect(await describeKey(service.db, token, rules)).toBeUndefined();
  await changeKey(service.db, keyId, { expiresAt: null });
  expect((await service.call('GET', '/test', { token })).status).toBe(200);
});

it('may do from now on what it was changed to', async () => {
  const { keyId } = await ownKey();
  expect(await changeKey(service.db, keyId, { name: 'Reader', permissions: ['wallets:read'] })).toBe(true);
  expect((await service.call('GET', '/wallets')).status).toBe(200);
  expect((await service.call('GET', '/user-balances')).status).toBe(400);
  expect(await ownKey()).toMatchObject({ name: 'Reader', expiresAt: null });
  expect(await changeKey(service.db, 'key_nobody', { name: 'X' })).toBe(false);
});

it('remembers when it was last used, written at most once a minute', async () => {
  expect((await ownKey()).lastUsedAt).toBeNull();
  await service.call('GET', '/test');
  await vi.waitFor(async () => expect((await ownKey()).lastUsedAt).not.toBeNull());
  const { keyId, lastUsedAt } = await ownKey();
  await service.call('GET', '/test');
  await service.call('GET', '/test');
  expect((await ownKey()).lastUsedAt).toBe(lastUsedAt);

  const before = inMs(-61_000);
  await service.db
    .updateTable('api_keys')
    .set({ last_used_at: before })
    .where('key_id', '=', keyId)
    .execute();
  await service.call('GET', '/test');
  await vi.waitFor(async () => expect((await ownKey()).lastUsedAt).not.toBe(before));
});
