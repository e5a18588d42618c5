import { sql, type Transaction } from 'kysely';
import type { EventDeliveriesTable } from '#database/event-tables.ts';
import type { TransactionsTable } from '#database/history-tables.ts';
import type { Tables } from '#database/tables.ts';
import { writeIsoTime } from '#domain/time.ts';
import { now } from '#domain/clock.ts';
import { timeId } from '../ids.ts';

const eventStatus = {
  in_progress: 'pending',
  completed: 'confirmed',
  error: 'failed',
} as const satisfies Record<TransactionsTable['status'], EventDeliveriesTable['event_status']>;

/**
 * Writes the events of transactions that were inserted, or have a new status, for each destination of their accounts.
 * In the same database transaction: an event is stored if and only if what it reports is. An account without
 * destinations costs one lookup.
 */
export async function enqueueEvents(
  tx: Transaction<Tables>,
  transactions: readonly TransactionsTable[],
): Promise<void> {
  if (transactions.length === 0) return;
  const accounts = [...new Set(transactions.map(({ account_id: id }) => id))];
  const destinations = await tx
    .selectFrom('event_destinations')
    .select(['account_id', 'destination_id'])
    .where(sql<boolean>`account_id = any(${accounts}::text[])`)
    .orderBy('destination_id')
    .execute();
  const deliveries = destinations.flatMap((destination) =>
    transactions
      .filter(({ account_id: id }) => id === destination.account_id)
      .map((transaction) => newDelivery(destination.destination_id, transaction)),
  );
  if (deliveries.length === 0) return;
  const column = (name: keyof (typeof deliveries)[number]) => deliveries.map((each) => each[name]);
  await sql`
    insert into event_deliveries (delivery_id, destination_id, account_id, transaction_id, event_status, body,
      state, attempts, created_at, next_try_at)
    select id, destination, account, transaction, status, body, 'waiting', 0, at, at
    from unnest(${column('delivery_id')}::text[], ${column('destination_id')}::text[],
      ${column('account_id')}::text[], ${column('transaction_id')}::text[], ${column('event_status')}::text[],
      ${column('body')}::text[], ${column('created_at')}::timestamptz[])
      as event (id, destination, account, transaction, status, body, at)`.execute(tx);
}

function newDelivery(destinationId: string, transaction: TransactionsTable) {
  const createdAt = now();
  return {
    delivery_id: timeId('dlv', createdAt),
    destination_id: destinationId,
    account_id: transaction.account_id,
    transaction_id: transaction.transaction_id,
    event_status: eventStatus[transaction.status],
    body: eventOf(transaction),
    created_at: createdAt,
  };
}

/** decided: `external_id` is the transaction's ID. There is no block: nothing here watches a network's blocks. */
function eventOf(transaction: TransactionsTable): string {
  const { amount, currency, direction, fee, hash, recipient_wallet, sender_wallet } = transaction;
  return JSON.stringify({
    user_id: transaction.account_id,
    amount,
    block: null,
    created: writeIsoTime(transaction.created_at),
    currency,
    direction,
    external_id: transaction.transaction_id,
    hash,
    fee,
    recipient_wallet,
    sender_wallet,
    status: eventStatus[transaction.status],
  });
}
