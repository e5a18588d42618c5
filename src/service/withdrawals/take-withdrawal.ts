import { sql, type Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { now } from '../clock.ts';
import { addMs } from '#domain/time.ts';
import type { WithdrawalRow } from './withdrawals.store.ts';

/**
 * Claims the request that has waited longest for its next step, and keeps others off it for `leaseMs`; a worker that
 * does not finish in that time has ended, and the request is claimed again. A lease only saves double work: each step
 * checks under its own lock that nothing is done twice.
 */
export async function takeRequest(db: Kysely<Tables>, leaseMs: number): Promise<WithdrawalRow | undefined> {
  const moment = now();
  // Without a lock and a transaction, for all the seconds in which there is nothing to do.
  const due = await db
    .selectFrom('withdrawal_requests')
    .select('request_id')
    .where('next_step_at', '<=', moment)
    .limit(1)
    .executeTakeFirst();
  if (due === undefined) return undefined;
  return await inTransaction(db, async (tx) => {
    const { rows } = await sql<WithdrawalRow>`
      update withdrawal_requests set next_step_at = ${addMs(moment, leaseMs)}
      where request_id = (
        select request_id from withdrawal_requests
        where next_step_at <= ${moment}
        order by next_step_at, request_id
        limit 1
        for update skip locked
      )
      returning *`.execute(tx);
    return rows[0];
  });
}
