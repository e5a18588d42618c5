import type { Kysely } from 'kysely';
import type { CheckDecisionsTable } from '#database/kept-check-tables.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { instantFromDate, toDate } from '#domain/time.ts';

/**
 * Puts the decision above `after`, the latest one that was seen (null: none). Undefined when that is not the latest
 * any more; then nothing is written.
 */
export async function appendDecision(
  db: Kysely<Tables>,
  decision: CheckDecisionsTable,
  after: string | null,
): Promise<CheckDecisionsTable | undefined> {
  return await inTransaction(db, async (trx) => {
    const moved = await trx
      .updateTable('kept_checks')
      .set({
        decision_id: decision.decision_id,
        decision: decision.decision,
        updated_at: decision.decided_at,
      })
      .where('check_id', '=', decision.check_id)
      .where('decision_id', 'is not distinct from', after)
      .returning('check_id')
      .executeTakeFirst();
    if (moved === undefined) return undefined;
    const before = await trx
      .selectFrom('check_decisions')
      .select((eb) => eb.fn.max('decided_at').as('latest'))
      .where('check_id', '=', decision.check_id)
      .executeTakeFirst();
    const latest = before?.latest ?? null;
    // The clocks of two processes may differ: a later decision is never shown below an earlier one.
    const isLater = latest === null || latest < decision.decided_at;
    const decidedAt = isLater ? decision.decided_at : instantFromDate(new Date(toDate(latest).getTime() + 1));
    const row = { ...decision, decided_at: decidedAt };
    await trx.insertInto('check_decisions').values(row).execute();
    return row;
  });
}
