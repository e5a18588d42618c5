import { sql, type Transaction } from 'kysely';
import type { TransactionsTable } from '#database/history-tables.ts';
import type { Tables } from '#database/tables.ts';

/**
 * Writes what the transactions moved on chain, once for each movement: where two accounts of ours see the same
 * one, the second finds it there. In the order of the key, so that no two transactions wait for each other.
 */
export async function insertTransfers(
  tx: Transaction<Tables>,
  completed: readonly TransactionsTable[],
): Promise<void> {
  if (completed.length === 0) return;
  const column = <Name extends keyof TransactionsTable>(name: Name) => completed.map((row) => row[name]);
  await sql`
    insert into transfers (network, hash, sender, recipient, currency, amount, created_at)
    select * from unnest(${column('network')}::text[], ${column('hash')}::text[],
      ${column('sender_wallet')}::text[], ${column('recipient_wallet')}::text[],
      ${column('currency')}::text[], ${column('amount')}::numeric[], ${column('created_at')}::timestamptz[])
    order by 1, 2, 3, 4, 5
    on conflict do nothing`.execute(tx);
}
