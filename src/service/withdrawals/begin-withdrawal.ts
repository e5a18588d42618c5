import type { Kysely } from 'kysely';
import { guardIsolation } from '#database/recipient-guard.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { arePaymentsStopped } from '../ledger/faults.store.ts';
import { rejectLocked } from './finish-withdrawal.ts';
import { findObjection } from './objections.ts';
import { changeRequest, lockRequest, type WithdrawalRow } from './withdrawals.store.ts';

/**
 * From here on the request can no longer be deleted. Gives it as it is now, `processing` or `rejected`; undefined when
 * it was deleted in the meantime. While payments of the account are stopped it stays `new`.
 */
export async function beginRequest(
  db: Kysely<Tables>,
  requestId: string,
): Promise<WithdrawalRow | undefined> {
  return await inTransaction(
    db,
    async (tx) => {
      const request = await lockRequest(tx, requestId);
      if (request?.status !== 'new') return request;
      const objection = await findObjection(tx, request);
      if (objection !== undefined) return await rejectLocked(tx, request, objection);
      if (await arePaymentsStopped(tx, request.account_id)) return request;
      return await changeRequest(tx, request, { status: 'processing' });
    },
    guardIsolation,
  );
}
