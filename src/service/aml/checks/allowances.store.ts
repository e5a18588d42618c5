import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { Decimal } from '#domain/decimal.ts';
import { findSetting } from './settings.store.ts';

/** How many checks the account has left, not counting those under way. */
export async function countChecksLeft(db: Kysely<Tables>, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('aml_allowances')
    .select('checks_left')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.checks_left ?? Number(await findSetting(db, 'starting_checks'));
}

/** How many checks the account has left, and what the next one costs the wallet that pays after that. */
export async function findCheckTerms(
  db: Kysely<Tables>,
  accountId: string,
): Promise<{ checksLeft: number; price: { amount: Decimal; currency: string } }> {
  const [checksLeft, amount] = await Promise.all([
    countChecksLeft(db, accountId),
    findSetting(db, 'fee_usdt'),
  ]);
  return { checksLeft, price: { amount, currency: 'USDT' } };
}

/** Takes one of the account's checks; false when none is left. Requests at once wait for each other here. */
export async function takeCheck(tx: Transaction<Tables>, accountId: string): Promise<boolean> {
  await ensureAllowance(tx, accountId);
  const claimed = await tx
    .updateTable('aml_allowances')
    .set((e) => ({ checks_left: e('checks_left', '-', 1) }))
    .where('account_id', '=', accountId)
    .where('checks_left', '>', 0)
    .executeTakeFirst();
  return claimed.numUpdatedRows === 1n;
}

/** Grants the account checks, or returns a used one; returns how many it has then. */
export async function addChecks(tx: Transaction<Tables>, accountId: string, checks: number): Promise<number> {
  await ensureAllowance(tx, accountId);
  const row = await tx
    .updateTable('aml_allowances')
    .set((e) => ({ checks_left: e('checks_left', '+', checks) }))
    .where('account_id', '=', accountId)
    .returning('checks_left')
    .executeTakeFirstOrThrow();
  return row.checks_left;
}

/** An account gets its starting checks when it is first looked at for change. */
async function ensureAllowance(tx: Transaction<Tables>, accountId: string): Promise<void> {
  const known = await tx
    .selectFrom('aml_allowances')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (known !== undefined) return;
  const checks_left = Number(await findSetting(tx, 'starting_checks'));
  await tx
    .insertInto('aml_allowances')
    .values({ account_id: accountId, checks_left })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
}
