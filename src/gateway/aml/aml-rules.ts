import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { type AmlRules, amlRules } from '#contract/gateway/aml-rules.ts';
import type { AccountSettingsTable } from '#database/console-tables.ts';
import type { Tables } from '#database/tables.ts';
import { findSetting } from '../settings/settings.store.ts';
import { defaultAmlRules } from './default-rules.ts';

/** Throws when what is stored cannot be read: then nobody knows what the account takes for a risk. */
export function readStoredAmlRules(setting: AccountSettingsTable | undefined): AmlRules {
  return setting === undefined ? defaultAmlRules : z.parse(amlRules, setting.value);
}

/** How the account reads reports now. */
export async function readAmlRulesOf(db: Kysely<Tables>, accountId: string): Promise<AmlRules> {
  return readStoredAmlRules(await findSetting(db, accountId, 'aml_rules'));
}
