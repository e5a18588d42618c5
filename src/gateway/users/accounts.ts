import type { Kysely } from 'kysely';
import type { UserAccount } from '#contract/gateway/sessions.ts';
import type { Tables } from '#database/tables.ts';
import type { Instant } from '#domain/time.ts';

/** The accounts of a user, the first one first. */
export async function listAccountsOf(db: Kysely<Tables>, userId: string): Promise<UserAccount[]> {
  return await db
    .selectFrom('memberships')
    .leftJoin('user_accounts', 'user_accounts.account_id', 'memberships.account_id')
    .select(['memberships.account_id as id', 'user_accounts.name'])
    .where('memberships.user_id', '=', userId)
    .orderBy('memberships.created_at')
    .orderBy('memberships.account_id')
    .execute();
}

/** What people call an account; undefined for one that nobody has named. */
export async function findAccountName(db: Kysely<Tables>, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('user_accounts')
    .select('name')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.name ?? undefined;
}

/** Names an account. Until the transaction ends, nobody else names or adds it. */
export async function nameAccount(
  db: Kysely<Tables>,
  { accountId, name, at }: { accountId: string; name: string; at: Instant },
): Promise<void> {
  await db
    .insertInto('user_accounts')
    .values({ account_id: accountId, name, added_at: at })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ name }))
    .execute();
}
