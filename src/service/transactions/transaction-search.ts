import { sql, type RawBuilder, type SqlBool } from 'kysely';

/**
 * Whether the text is found, capital or not, within a transaction's id, addresses or hash. The expression is, to
 * the letter, that of the trigram index `transactions_search`. A line break parts the columns, and no search has
 * one, so that no match runs from one into the next.
 */
export function isFoundBy(search: string): RawBuilder<SqlBool> {
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<SqlBool>`
    lower(transaction_id || E'\n' || sender_wallet || E'\n' || recipient_wallet || E'\n' || hash)
      like lower(${pattern} collate "C")`;
}
