import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { contains } from '../lists/text-search.ts';

/** As in the index `transactions_search`. */
const columns = sql<string>`
    lower(transaction_id || E'\n' || sender_wallet || E'\n' || recipient_wallet || E'\n' || hash)`;

/** Whether the text is part of a transaction's id, addresses or hash. */
export function isFoundBy(search: string): RawBuilder<SqlBool> {
  return contains(columns, search);
}
