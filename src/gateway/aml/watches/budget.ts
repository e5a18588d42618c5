import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { type AmlWatchBudget, DEFAULT_WATCH_BUDGET } from '#contract/gateway/aml-watches.ts';
import type { AccountSettingsTable } from '#database/console-tables.ts';
import type { Tables } from '#database/tables.ts';
import { type Instant, instantFromDate, toDate, writeIsoTime } from '#domain/time.ts';
import { findSetting } from '../../settings/settings.store.ts';
import { countSpent } from './watches.store.ts';

const stored = z.object({ per_month: z.int() });

/** The month of UTC that a moment is in, such as `2026-01`. */
export function monthOf(at: Instant): string {
  return at.slice(0, 7);
}

/** The first moment of the next month of UTC. */
export function nextMonth(at: Instant): Instant {
  const date = toDate(at);
  return instantFromDate(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)));
}

/** Throws if the stored budget can't be read, because then the limit is unknown. */
export function checksPerMonth(setting: AccountSettingsTable | undefined): number {
  return setting === undefined ? DEFAULT_WATCH_BUDGET : z.parse(stored, setting.value).per_month;
}

export async function findBudget(
  db: Kysely<Tables>,
  accountId: string,
  at: Instant,
): Promise<AmlWatchBudget> {
  const setting = await findSetting(db, accountId, 'aml_watch_budget');
  return {
    per_month: checksPerMonth(setting),
    spent: await countSpent(db, accountId, monthOf(at)),
    renewed_at: writeIsoTime(nextMonth(at)),
    version: setting?.version ?? 0,
  };
}
