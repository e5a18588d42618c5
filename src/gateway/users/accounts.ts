import type { Kysely } from 'kysely';
import type { UserAccount } from '#contract/gateway/accounts.ts';
import type { Tables } from '#database/tables.ts';
import type { AccountNamesTable } from '#database/user-tables.ts';

/** The accounts of a user, the first one first. */
export async function listAccountsOf(db: Kysely<Tables>, userId: string): Promise<UserAccount[]> {
  return await db
    .selectFrom('memberships')
    .leftJoin('account_names', 'account_names.account_id', 'memberships.account_id')
    .select(['memberships.account_id as id', 'account_names.name'])
    .where('memberships.user_id', '=', userId)
    .orderBy('memberships.created_at')
    .orderBy('memberships.account_id')
    .execute();
}

/** What people call an account; undefined for one that nobody has named. */
export async function findAccountName(db: Kysely<Tables>, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('account_names')
    .select('name')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.name;
}

export async function nameAccount(db: Kysely<Tables>, named: AccountNamesTable): Promise<void> {
  await db
    .insertInto('account_names')
    .values(named)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(named))
    .execute();
}
