import { sql, type RawBuilder, type SqlBool } from 'kysely';

/**
 * The planner weighs every triple of a pattern, and reads the whole table rather than look up the sixty of a
 * hash. So many characters are rare enough.
 */
const indexedCharacters = 12;

/**
 * Whether the text is found, capital or not (of letters beyond ASCII the case counts), within a transaction's id,
 * addresses or hash. The expression is, to the letter, that of the trigram index `transactions_search`. A line
 * break parts the columns, and no search has one, so that no match runs from one into the next.
 *
 * The index finds the end of the text, where ids, hashes and addresses differ most; those rows are looked at for
 * all of it.
 */
export function isFoundBy(search: string): RawBuilder<SqlBool> {
  const columns = sql`
    lower(transaction_id || E'\n' || sender_wallet || E'\n' || recipient_wallet || E'\n' || hash)`;
  const end = Array.from(search).slice(-indexedCharacters).join('');
  const pattern = `%${end.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const indexed = sql<SqlBool>`${columns} like lower(${pattern} collate "C")`;
  if (end === search) return indexed;
  return sql<SqlBool>`(${indexed} and position(lower(${search} collate "C") in ${columns}) > 0)`;
}
