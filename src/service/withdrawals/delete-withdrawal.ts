import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { now } from '#domain/clock.ts';
import { releaseFunds } from './withdrawal-funds.ts';
import { changeRequest, lockRequest, type WithdrawalRow } from './withdrawals.store.ts';

type Deletion =
  | { outcome: 'deleted' }
  | { outcome: 'unknown' }
  | { outcome: 'refused'; status: WithdrawalRow['status'] };

/** Deletes a request that was not started, and releases what it held. */
export async function deleteRequest(
  db: Kysely<Tables>,
  accountId: string,
  requestId: string,
): Promise<Deletion> {
  return await inTransaction(db, async (tx) => {
    const request = await lockRequest(tx, requestId);
    if (request?.account_id !== accountId) return { outcome: 'unknown' };
    if (request.status !== 'new') return { outcome: 'refused', status: request.status };
    await releaseFunds(tx, request);
    await changeRequest(tx, request, { deleted_at: now(), next_step_at: null });
    return { outcome: 'deleted' };
  });
}
