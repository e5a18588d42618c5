import type { Kysely, Transaction } from 'kysely';
import type { QueryOf } from '#contract/operation.ts';
import type { listWithdrawalRequests, WithdrawalDetail } from '#contract/wallet-service/withdrawals.ts';
import { type Instant, writeIsoTime } from '#domain/time.ts';
import type { WithdrawalRequestsTable } from '#database/history-tables.ts';
import type { Tables } from '#database/tables.ts';
import { now } from '#domain/clock.ts';
import { changeCounts } from '../lists/list-counts.ts';
import { listPage } from '../lists/list-page.ts';
import { withdrawalList } from './withdrawal-list.ts';
import { matchingRequests } from './withdrawal-sums.store.ts';

export type WithdrawalRow = WithdrawalRequestsTable;

/** Shown as the sender where no wallet of the account is. */
export const exchangeLabel = 'exchange';

export function senderLabel({ sender_wallet }: Pick<WithdrawalRow, 'sender_wallet'>): string {
  return sender_wallet ?? exchangeLabel;
}

/** What a request has in its row while nothing has happened to it since it was made. */
export function untouchedSince(createdAt: Instant) {
  return {
    transaction_status: null,
    hash: null,
    transaction_id: null,
    reason: null,
    reason_code: null,
    created_at: createdAt,
    updated_at: createdAt,
    deleted_at: null,
  };
}

/** A request as the interface shows it. */
export function toRequestResponse(row: WithdrawalRow): WithdrawalDetail {
  return {
    request_id: row.request_id,
    external_id: row.external_id,
    amount: row.amount,
    currency: row.currency,
    network: row.network,
    sender: row.sender,
    sender_wallet: senderLabel(row),
    recipient_wallet: row.recipient_wallet,
    fee: row.fee,
    fee_included: row.fee_included,
    status: row.status,
    // Published as text: no comment is an empty one.
    comment: row.comment ?? '',
    created_at: writeIsoTime(row.created_at),
    updated_at: writeIsoTime(row.updated_at),
    transaction_status: row.transaction_status,
    hash: row.hash,
  };
}

type Query = QueryOf<typeof listWithdrawalRequests>;

/** One page of the account's requests, and how many there are on all pages. */
export async function listRequests(
  db: Kysely<Tables>,
  accountId: string,
  query: Query,
): Promise<{ count: number; rows: WithdrawalRow[] }> {
  return await listPage(db, withdrawalList, {
    accountId,
    ...matchingRequests(accountId, query),
    sortBy: query.sort_by,
    sortDirection: query.sort_direction,
    limit: query.limit,
    offset: query.offset,
  });
}

/** Undefined when the account has no such request, or has deleted it. */
export async function findRequest(
  db: Kysely<Tables>,
  accountId: string,
  requestId: string,
): Promise<WithdrawalRow | undefined> {
  return await db
    .selectFrom('withdrawal_requests')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The request with this external id, deleted or not. */
export async function findByExternalId(
  db: Kysely<Tables>,
  accountId: string,
  externalId: string,
): Promise<WithdrawalRow | undefined> {
  return await db
    .selectFrom('withdrawal_requests')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('external_id', '=', externalId)
    .executeTakeFirst();
}

/** Inserts the request and its order. False when the account has used the external ID before. */
export async function insertRequest(tx: Transaction<Tables>, row: WithdrawalRow): Promise<boolean> {
  const result = await tx
    .insertInto('withdrawal_requests')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'external_id']).doNothing())
    .executeTakeFirst();
  if (result.numInsertedOrUpdatedRows !== 1n) return false;
  await insertOrders(tx, [row]);
  return true;
}

/** Records what was ordered, which the ledger check compares the requests with. */
export async function insertOrders(tx: Transaction<Tables>, rows: readonly WithdrawalRow[]): Promise<void> {
  await tx
    .insertInto('withdrawal_orders')
    .values(
      rows.map((row) => ({
        request_id: row.request_id,
        account_id: row.account_id,
        amount: row.amount,
        fee: row.fee,
        fee_included: row.fee_included,
        currency: row.currency,
        network: row.network,
        sender_wallet: row.sender_wallet,
        recipient_wallet: row.recipient_wallet,
      })),
    )
    .execute();
}

/** The request as it is now, changed by nobody else until the transaction ends. */
export async function lockRequest(
  tx: Transaction<Tables>,
  requestId: string,
): Promise<WithdrawalRow | undefined> {
  return await tx
    .selectFrom('withdrawal_requests')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export type RequestChange = Partial<
  Pick<
    WithdrawalRow,
    | 'status'
    | 'transaction_status'
    | 'hash'
    | 'transaction_id'
    | 'reason'
    | 'reason_code'
    | 'deleted_at'
    | 'next_step_at'
  >
>;

/**
 * Changes a request that the transaction has locked, and the counts with it: called last, since the counts of
 * today are what everybody waits for.
 */
export async function changeRequest(
  tx: Transaction<Tables>,
  locked: WithdrawalRow,
  change: RequestChange,
): Promise<WithdrawalRow> {
  const changed = { ...locked, ...change, updated_at: now() };
  await tx
    .updateTable('withdrawal_requests')
    .set({ ...change, updated_at: changed.updated_at })
    .where('request_id', '=', locked.request_id)
    .execute();
  await changeCounts(tx, withdrawalList, {
    removed: [locked],
    added: changed.deleted_at === null ? [changed] : [],
  });
  return changed;
}

/** Counts a request that was inserted; called last, like `changeRequest`. */
export async function countRequest(tx: Transaction<Tables>, row: WithdrawalRow): Promise<void> {
  await changeCounts(tx, withdrawalList, { added: [row] });
}
