import type { Kysely } from 'kysely';
import { decimal, type Decimal } from '#domain/decimal.ts';
import type { AmlSettingsTable } from '#database/aml-tables.ts';
import type { Tables } from '#database/tables.ts';

/** The defaults, unless `npm run checks` has changed them. */
export const defaultSettings = {
  /** What a check costs when an account has none left. */
  fee_usdt: decimal('1'),
  /** How many checks an account begins with. */
  starting_checks: decimal('100'),
} as const satisfies Record<AmlSettingsTable['name'], Decimal>;

export async function findSetting(db: Kysely<Tables>, name: AmlSettingsTable['name']): Promise<Decimal> {
  const row = await db.selectFrom('aml_settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? defaultSettings[name];
}

export async function writeSetting(
  db: Kysely<Tables>,
  name: AmlSettingsTable['name'],
  value: Decimal,
): Promise<void> {
  await db
    .insertInto('aml_settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
