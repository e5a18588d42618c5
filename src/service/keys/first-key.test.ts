import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { permissions } from '#contract/permissions.ts';
import { useTestDatabase } from '#database/testing.ts';
import { now } from '#domain/clock.ts';
import { insertAccount } from './accounts.store.ts';
import { findCaller } from './authenticate.ts';
import { createFirstKey } from './first-key.ts';
import { insertKey, listKeys, revokeKey, touchKey } from './keys.store.ts';

const database = useTestDatabase();

it('makes one account with one key that may do everything, once', async () => {
  const token = await createFirstKey(database.db);
  expect(await findCaller(database.db, token ?? '', { allowSandboxKeys: false })).toMatchObject({
    permissions,
  });
  expect(await createFirstKey(database.db)).toBeUndefined();
  expect(await listKeys(database.db)).toHaveLength(1);
});

it('makes one key when many processes start at once', async () => {
  // Each finds its connection open: they truly meet.
  await Promise.all(
    Array.from({ length: 8 }, async () => await sql`select pg_sleep(0.02)`.execute(database.db)),
  );
  const tokens = await Promise.all(Array.from({ length: 8 }, async () => await createFirstKey(database.db)));
  expect(tokens.filter((token) => token !== undefined)).toHaveLength(1);
  expect(await database.db.selectFrom('accounts').selectAll().execute()).toHaveLength(1);
});

it('makes one beside keys that were made before the first start, until one was used', async () => {
  const accountId = await insertAccount(database.db, 'Main account');
  const key = { accountId, name: 'Programs', permissions: [], expiresAt: null };
  const { keyId } = await insertKey(database.db, key);
  await touchKey(database.db, keyId, now());
  expect(await createFirstKey(database.db)).toBeUndefined();

  await database.db.updateTable('api_keys').set({ last_used_at: null }).execute();
  const token = await createFirstKey(database.db);
  const caller = await findCaller(database.db, token ?? '', { allowSandboxKeys: false });
  expect(caller).toMatchObject({ accountId, permissions });
});

it('makes none after the operator has revoked all', async () => {
  await createFirstKey(database.db);
  const [key] = await listKeys(database.db);
  await revokeKey(database.db, key?.keyId ?? '');
  expect(await createFirstKey(database.db)).toBeUndefined();
});
