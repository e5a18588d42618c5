import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { now } from '#domain/clock.ts';
import { newId } from '../ids.ts';

export type Account = { accountId: string; name: string };

export async function insertAccount(db: Kysely<Tables>, name: string): Promise<string> {
  const accountId = newId('acc');
  await db.insertInto('accounts').values({ account_id: accountId, name, created_at: now() }).execute();
  return accountId;
}

/** All accounts, oldest first. */
export async function listAccounts(db: Kysely<Tables>): Promise<Account[]> {
  return await db
    .selectFrom('accounts')
    .select(['account_id as accountId', 'name'])
    .orderBy('created_at')
    .orderBy('account_id')
    .execute();
}
