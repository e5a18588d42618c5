import { describe, expect, it } from 'vitest';
import { walletServiceOperations } from '#contract/wallet-service/operations.ts';
import { now } from '#domain/clock.ts';
import { insertSandboxKeys, sandboxAccountId } from '../sandbox/sandbox-keys.ts';
import { describeKey } from '../service.ts';
import { failure, success, setUpService } from '../testing.ts';
import { hashKey, listKeys, revokeKey } from './keys.store.ts';

const service = setUpService();

const unknownKey = failure(401, 'system', 'API key not recognized. It may have been revoked');

async function withSandboxKeys(): Promise<void> {
  await service.db
    .insertInto('accounts')
    .values({ account_id: sandboxAccountId, name: 'Sandbox', created_at: now() })
    .execute();
  await insertSandboxKeys(service.db);
}

it('answers any valid key at /test', async () => {
  const token = await service.keyWith();
  expect(await service.call('GET', '/test', { token })).toMatchObject({
    status: 200,
    body: success({ result: 'success' }),
  });
});

it('refuses a request without a key, and one with an empty key', async () => {
  for (const token of [null, '']) {
    expect(await service.call('GET', '/test', { token })).toMatchObject({
      status: 401,
      body: failure(401, 'system', 'Send an API key in the "token" header'),
    });
  }
});

it.each([
  ['unknown', 'wck_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
  ['oversized', 'x'.repeat(10_000)],
  ['with spaces', 'wck one two'],
  ['not ASCII', 'wck_\u00e9\u00e9'],
  ['a demonstration key', 'sandbox-admin'],
])('refuses a key that is %s', async (_what, token) => {
  expect(await service.call('GET', '/test', { token })).toMatchObject({ status: 401, body: unknownKey });
});

it('refuses a header that is given twice, even with the same good key', async () => {
  const token = [service.token, service.token];
  expect(await service.call('GET', '/test', { token })).toMatchObject({
    status: 400,
    body: { error_message: 'The token header was sent more than once. Send it once.' },
  });
});

it('refuses a key from the moment it is revoked', async () => {
  const [key] = await listKeys(service.db);
  expect(await revokeKey(service.db, key?.keyId ?? '')).toBe(true);
  expect(await service.call('GET', '/test')).toMatchObject({ status: 401, body: unknownKey });
  expect(await describeKey(service.db, service.token, { allowSandboxKeys: true })).toBeUndefined();
  expect(await revokeKey(service.db, key?.keyId ?? '')).toBe(false);
});

it('does not take the hash of a key for the key', async () => {
  const token = hashKey(service.token);
  expect(await service.call('GET', '/test', { token })).toMatchObject({ status: 401 });
});

it('stores no key, only its hash', async () => {
  const rows = await service.db.selectFrom('api_keys').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(service.token);
  expect(rows.map(({ hash }) => hash)).toEqual([hashKey(service.token)]);
});

it('makes keys of 256 random bits that show what they are', async () => {
  const tokens = await Promise.all(Array.from({ length: 20 }, async () => await service.keyWith()));
  expect(new Set(tokens).size).toBe(20);
  for (const token of tokens) expect(token).toMatch(/^wck_[\w-]{43}$/);
});

describe('a key without the permission', () => {
  const served = new Set([
    'listWallets',
    'createWallet',
    'renameWallet',
    'setWalletStatus',
    'deleteWallet',
    'getUserBalances',
  ]);
  const operations = walletServiceOperations.filter(({ id }) => served.has(id));

  it.each(operations)('is refused at $method $path with its name', async ({ method, path, permission }) => {
    const others = (await listKeys(service.db))[0]?.permissions.filter((other) => other !== permission) ?? [];
    const token = await service.keyWith(...others);
    // Before the body is even looked at.
    const answer = await service.call(method, path.slice('/api/prod/v1'.length), {
      token,
      ...(method !== 'GET' && { body: '{' }),
    });
    expect(answer).toMatchObject({
      status: 400,
      body: failure(400, 'system', `The API key lacks permission for this action: it needs ${permission}`),
    });
  });
});

describe('demonstration keys', () => {
  it('work only where they are allowed', async () => {
    await withSandboxKeys();
    expect(await service.call('GET', '/test', { token: 'sandbox-admin' })).toMatchObject({ status: 401 });
    const allowed = await describeKey(service.db, 'sandbox-finance', { allowSandboxKeys: true });
    expect(allowed).toMatchObject({
      accountId: 'sandbox',
      keyName: 'Finance',
      permissions: [
        'wallets:read',
        'balances:read',
        'transactions:read',
        'exchanges:read',
        'withdrawals:read',
      ],
    });
  });
});
