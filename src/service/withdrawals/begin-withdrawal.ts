import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { rejectLocked } from './finish-withdrawal.ts';
import { changeRequest, lockRequest, type WithdrawalRow } from './withdrawals.store.ts';

/**
 * From here on the request can no longer be deleted. Gives it as it is now, `processing` or `rejected`;
 * undefined when it was deleted meanwhile.
 */
export async function beginRequest(
  db: Kysely<Tables>,
  requestId: string,
): Promise<WithdrawalRow | undefined> {
  return await inTransaction(db, async (tx) => {
    const request = await lockRequest(tx, requestId);
    if (request?.status !== 'new') return request;
    const objection = await findObjection(tx, request);
    if (objection !== undefined) return await rejectLocked(tx, request, objection);
    return await changeRequest(tx, request, { status: 'processing' });
  });
}

/** What may have come up since the request was made. */
async function findObjection(
  tx: Transaction<Tables>,
  { network, sender_wallet: sender, recipient_wallet: recipient }: WithdrawalRow,
): Promise<string | undefined> {
  const label = await tx
    .selectFrom('aml_labels')
    .select(['source', 'entity'])
    .where('network', '=', network)
    .where('address', '=', recipient)
    .where('category', '=', 'sanctions')
    .orderBy('source')
    .executeTakeFirst();
  if (label !== undefined) return `the recipient is sanctioned: ${label.entity} (${label.source})`;
  if (sender === null) return undefined;
  const wallet = await tx
    .selectFrom('wallets')
    .select('status')
    .where('address', '=', sender)
    .executeTakeFirst();
  return wallet?.status === 'blocked' ? 'the wallet that pays is blocked' : undefined;
}
