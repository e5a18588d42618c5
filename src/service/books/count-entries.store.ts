import { type Kysely, sql } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { Instant } from '#domain/time.ts';
import { type AccountFilters, ownAccounts } from './entry-conditions.ts';

/** How many entries `streamEntries` gives for a period, of ledger accounts that match. The index of entries alone has the answer. */
export async function countEntries(
  db: Kysely<Tables>,
  accountId: string,
  { from, to }: { from: Instant; to: Instant },
  filters: AccountFilters = {},
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with own as materialized (${ownAccounts(accountId, filters)})
    select count(*) as count
    from ledger_entries e join own on own.ledger_account_id = e.ledger_account_id
    where e.created_at >= ${from}::timestamptz and e.created_at < ${to}::timestamptz`.execute(db);
  return rows[0]?.count ?? 0;
}
