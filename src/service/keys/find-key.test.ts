import { expect, it } from 'vitest';
import { permissions } from '#contract/permissions.ts';
import { currentAccount, runInScope } from '#database/request-scope.ts';
import { setUpService } from '../testing.ts';
import { findKeyByHash } from './find-key.ts';
import { hashKey, insertKey, revokeKey } from './keys.store.ts';

const service = setUpService();

const status = async (token: string) => (await service.call('GET', '/transactions', { token })).status;

it('tells the keys of requests apart that come at the same time', async () => {
  const allowed = await service.keyWith('transactions:read');
  const other = await service.keyWith('wallets:read');
  const tokens = [allowed, other, 'wck_unknown', allowed, other, 'wck_unknown', allowed];
  expect(await Promise.all(tokens.map(status))).toEqual([200, 400, 401, 200, 400, 401, 200]);
});

/** The database of the service, whose next result arrives when it is let through. */
function holdNextResult() {
  const letThrough = Promise.withResolvers<void>();
  const read = Promise.withResolvers<void>();
  let isFirst = true;
  const db = service.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!isFirst) return result;
      isFirst = false;
      read.resolve();
      await letThrough.promise;
      return result;
    },
  });
  return { db, isRead: read.promise, letThrough: () => letThrough.resolve() };
}

it('sees that a key was revoked before it was asked for, also while an earlier lookup is under way', async () => {
  const { accountId } = service;
  const { keyId, token } = await insertKey(service.db, { accountId, name: 'Revoked', permissions });
  const { db, isRead, letThrough } = holdNextResult();
  const before = findKeyByHash(db, hashKey(token));
  await isRead;
  await revokeKey(service.db, keyId);
  const after = [findKeyByHash(db, hashKey(token)), findKeyByHash(db, hashKey(token))];
  letThrough();
  expect((await before)?.revokedAt).toBeNull();
  for (const key of await Promise.all(after)) expect(key?.revokedAt).not.toBeNull();
});

it('does not wait long for a lookup whose answer never comes', async () => {
  const hash = hashKey(service.token);
  const { db, isRead, letThrough } = holdNextResult();
  const stuck = findKeyByHash(db, hash);
  await isRead;
  const waiting = findKeyByHash(db, hash);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(await findKeyByHash(db, hash)).toMatchObject({ hash });
  expect(await waiting).toMatchObject({ hash });
  letThrough();
  expect(await stuck).toMatchObject({ hash });
});

it('fails only the requests whose lookup failed', async () => {
  await service.db.schema.alterTable('api_keys').renameTo('api_keys_away').execute();
  const failed = await Promise.all([status(service.token), status(service.token)]);
  await service.db.schema.alterTable('api_keys_away').renameTo('api_keys').execute();
  expect(failed).toEqual([500, 500]);
  expect(await status(service.token)).toBe(200);
});

it('looks keys up for no account in particular, because callers of several accounts share a lookup', async () => {
  const accounts: (string | undefined)[] = [];
  const db = service.db.withPlugin({
    transformQuery: ({ node }) => {
      accounts.push(currentAccount());
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const hash = hashKey(service.token);
  expect(await runInScope(service.accountId, async () => findKeyByHash(db, hash))).toMatchObject({ hash });
  expect(accounts).toEqual([undefined]);
});
