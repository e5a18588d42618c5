import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';

export async function listMappings(
  db: Kysely<Tables>,
  accountId: string,
): Promise<{ name: string; mapping: string }[]> {
  return await db
    .selectFrom('reconciliation_mappings')
    .select(['name', 'mapping'])
    .where('account_id', '=', accountId)
    .orderBy('name')
    .limit(100)
    .execute();
}

/** False if the account has none with this name. Throws a unique violation if it has one with the new name. */
export async function renameMapping(
  db: Kysely<Tables>,
  accountId: string,
  name: string,
  newName: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reconciliation_mappings')
    .set({ name: newName })
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False if the account has none with this name. */
export async function deleteMapping(db: Kysely<Tables>, accountId: string, name: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('reconciliation_mappings')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
