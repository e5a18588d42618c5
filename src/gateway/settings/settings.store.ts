import type { Kysely } from 'kysely';
import type { AccountSettingsTable } from '#database/console-tables.ts';
import type { Tables } from '#database/tables.ts';
import { writeIsoTime } from '#domain/time.ts';

type Name = AccountSettingsTable['name'];

/** Undefined for an account that has never changed it. */
export async function findSetting(
  db: Kysely<Tables>,
  accountId: string,
  name: Name,
): Promise<AccountSettingsTable | undefined> {
  return await db
    .selectFrom('account_settings')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst();
}

/** What is published of who changed the setting last. */
export function lastChangeOf(setting: AccountSettingsTable | undefined) {
  return {
    version: setting?.version ?? 0,
    updated_at: setting === undefined ? null : writeIsoTime(setting.updated_at),
    updated_by: setting?.updated_by ?? null,
  };
}

/** The settings of every account that has changed them. */
export async function listSettings(db: Kysely<Tables>, name: Name): Promise<AccountSettingsTable[]> {
  return await db.selectFrom('account_settings').selectAll().where('name', '=', name).execute();
}

/**
 * Writes the setting if it still has the version before this one, 0 meaning none. Undefined if another user was faster.
 */
export async function writeSetting(
  db: Kysely<Tables>,
  setting: AccountSettingsTable,
): Promise<AccountSettingsTable | undefined> {
  const { account_id, name, value, version, updated_at, updated_by } = setting;
  if (version === 1) {
    return await db
      .insertInto('account_settings')
      .values(setting)
      .onConflict((conflict) => conflict.columns(['account_id', 'name']).doNothing())
      .returningAll()
      .executeTakeFirst();
  }
  return await db
    .updateTable('account_settings')
    .set({ value, version, updated_at, updated_by })
    .where('account_id', '=', account_id)
    .where('name', '=', name)
    .where('version', '=', version - 1)
    .returningAll()
    .executeTakeFirst();
}
