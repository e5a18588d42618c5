import { expect, it } from 'vitest';
import { instantFromDate } from '#domain/time.ts';
import { testDatabaseKind, useTestDatabase } from './testing.ts';

const test = useTestDatabase();
const created_at = instantFromDate(new Date());

// Twice the same: the second test fails unless the first one's rows, that refer to each other, are gone.
it.each([1, 2])('gives each test empty tables (%i)', async () => {
  const { db } = test;
  await db.insertInto('accounts').values({ account_id: 'a', name: 'A', created_at }).execute();
  await db
    .insertInto('address_chains')
    .values({ network: 'btc', extended_public_key: 'xpub', path: 'm', counter_network: 'btc', next_index: 0 })
    .execute();
  await db
    .insertInto('wallets')
    .values({
      address: 'x',
      account_id: 'a',
      network: 'btc',
      type: 'user',
      name: 'X',
      status: 'active',
      chain_index: 0,
      created_at,
    })
    .execute();
  expect(test.database.kind).toBe(testDatabaseKind);
});
