import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { type ValueSettings, valueSettings } from '#contract/gateway/value-settings.ts';
import type { AccountSettingsTable } from '#database/console-tables.ts';
import type { Tables } from '#database/tables.ts';
import { findSetting } from '../../settings/settings.store.ts';

/** For an account that has changed nothing. */
export const defaultValueSettings: ValueSettings = {
  currency: 'USD',
  max_age_days: 7,
  stablecoins_as_usd: false,
  dust: '1',
};

/** Throws if the stored settings can't be read, because then it is unknown how amounts may be valued. */
export function parseValueSettings(setting: AccountSettingsTable | undefined): ValueSettings {
  return setting === undefined ? defaultValueSettings : z.parse(valueSettings, setting.value);
}

export async function findValueSettings(db: Kysely<Tables>, accountId: string): Promise<ValueSettings> {
  return parseValueSettings(await findSetting(db, accountId, 'valuation'));
}
