import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { newAmlRules } from '#contract/gateway/aml-rules-change.ts';
import type { AmlRules } from '#contract/gateway/aml-rules.ts';
import type { AccountSettingsTable } from '#database/console-tables.ts';
import type { Tables } from '#database/tables.ts';
import { severityOf } from '#domain/aml/bands.ts';
import { findSetting } from '../settings/settings.store.ts';
import { defaultAmlRules, defaultMinimumShares } from './default-rules.ts';

// Rules that were stored before there were minimum shares, or a share of unknown origin, have none.
const storedAmlRules = z.strictObject({
  ...newAmlRules.shape,
  minimum_shares: z.optional(newAmlRules.shape.minimum_shares),
  unknown_share: z.optional(newAmlRules.shape.unknown_share),
});

/** Throws if the stored rules can't be read, because then the account's rating of risks is unknown. */
export function findStoredAmlRules(setting: AccountSettingsTable | undefined): AmlRules {
  if (setting === undefined) return defaultAmlRules;
  const stored = z.parse(storedAmlRules, setting.value);
  const severities = stored.unknown_share === undefined ? withUnknown(stored.severities) : stored.severities;
  return {
    ...stored,
    severities,
    minimum_shares: stored.minimum_shares ?? defaultMinimumShares(severities),
    unknown_share: stored.unknown_share ?? defaultAmlRules.unknown_share,
  };
}

/**
 * Before there was an unknown risk, categories of unknown origin were low by default, and every change stored them so.
 * Those follow the default now; one that the account had made worse stays.
 */
function withUnknown(severities: AmlRules['severities']): AmlRules['severities'] {
  return Object.fromEntries(
    Object.entries(severities).map(([name, severity]) => {
      const isNowUnknown = severity === 'low' && severityOf(name, defaultAmlRules) === 'unknown';
      return [name, isNowUnknown ? 'unknown' : severity];
    }),
  );
}

/** How the account reads reports now. */
export async function findAmlRules(db: Kysely<Tables>, accountId: string): Promise<AmlRules> {
  return findStoredAmlRules(await findSetting(db, accountId, 'aml_rules'));
}
