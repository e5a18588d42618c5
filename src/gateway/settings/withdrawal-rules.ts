import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { type WithdrawalRules, withdrawalRules } from '#contract/gateway/withdrawal-rules.ts';
import type { AccountSettingsTable } from '#database/console-tables.ts';
import type { Tables } from '#database/tables.ts';
import { addMs, type Instant } from '#domain/time.ts';
import { findSetting, listSettings } from './settings.store.ts';

/** What is stored: the rules as they were set last, and those of before while they still hold beside them. */
const stored = z.object({
  value: withdrawalRules,
  before: z.nullable(z.object({ rules: withdrawalRules, until: z.string() })),
});

export type StoredRules = {
  value: WithdrawalRules;
  before: { rules: WithdrawalRules; until: Instant } | null;
};

/** For an account that has set none. */
const noRules: StoredRules = { value: { book_only: false, cooling_off_hours: 0 }, before: null };

/** Throws if the stored rules can't be read, because then it is unknown whether a withdrawal is allowed. */
export function findStoredRules(setting: AccountSettingsTable | undefined): StoredRules {
  if (setting === undefined) return noRules;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: written as an instant by `changedRules`.
  return z.parse(stored, setting.value) as StoredRules;
}

/** The rules that hold at the moment: the stricter of each while those of before still hold. */
export function rulesInForce({ value, before }: StoredRules, at: Instant): WithdrawalRules {
  if (before === null || at >= before.until) return value;
  return {
    book_only: value.book_only || before.rules.book_only,
    cooling_off_hours: Math.max(value.cooling_off_hours, before.rules.cooling_off_hours),
  };
}

/**
 * Rules that are stricter hold at once. Looser ones hold when the cooling-off that is in force is over: else an
 * address could be paid at once by lifting the rules first. While any address may be paid, there is nothing to wait
 * for.
 */
export function changedRules(current: StoredRules, value: WithdrawalRules, at: Instant): StoredRules {
  const held = rulesInForce(current, at);
  const isSame =
    value.book_only === current.value.book_only &&
    value.cooling_off_hours === current.value.cooling_off_hours;
  if (isSame) return current;
  const isLooser = held.book_only && (!value.book_only || value.cooling_off_hours < held.cooling_off_hours);
  const before =
    isLooser && held.cooling_off_hours > 0
      ? { rules: held, until: hoursAfter(at, held.cooling_off_hours) }
      : null;
  return { value, before };
}

export function hoursAfter(at: Instant, hours: number): Instant {
  return addMs(at, hours * 3_600_000);
}

/** The account's rules at the moment. */
export async function findRulesInForce(
  db: Kysely<Tables>,
  accountId: string,
  at: Instant,
): Promise<WithdrawalRules> {
  return rulesInForce(findStoredRules(await findSetting(db, accountId, 'withdrawal_rules')), at);
}

/**
 * The accounts kept here that withdraw only to their address book at the moment, among them those whose rules
 * cannot be read.
 */
export async function listBookOnlyAccounts(db: Kysely<Tables>, at: Instant): Promise<string[]> {
  const settings = await listSettings(db, 'withdrawal_rules');
  const isBookOnly = (setting: AccountSettingsTable): boolean =>
    !z.safeParse(stored, setting.value).success || rulesInForce(findStoredRules(setting), at).book_only;
  return settings.filter(isBookOnly).map(({ account_id }) => account_id);
}
