import { sql, type Transaction } from 'kysely';
import type { TransactionsTable, TransfersTable } from '#database/history-tables.ts';
import type { Tables } from '#database/tables.ts';

/** What a completed transaction moved on chain. */
export function transferOf(row: TransactionsTable): TransfersTable {
  const { network, hash, sender_wallet: sender, recipient_wallet: recipient, currency, amount } = row;
  return { network, hash, sender, recipient, currency, amount, created_at: row.created_at };
}

/**
 * Writes movements on chain, each once: where two accounts of ours see the same one, the second finds it there.
 * In the order of the key, so that no two transactions wait for each other.
 */
export async function insertTransfers(
  tx: Transaction<Tables>,
  transfers: readonly TransfersTable[],
): Promise<void> {
  if (transfers.length === 0) return;
  const column = <Name extends keyof TransfersTable>(name: Name) => transfers.map((row) => row[name]);
  await sql`
    insert into transfers (network, hash, sender, recipient, currency, amount, created_at)
    select * from unnest(${column('network')}::text[], ${column('hash')}::text[],
      ${column('sender')}::text[], ${column('recipient')}::text[], ${column('currency')}::text[],
      ${column('amount')}::numeric[], ${column('created_at')}::timestamptz[])
    order by 1, 2, 3, 4, 5
    on conflict do nothing`.execute(tx);
}
