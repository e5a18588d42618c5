import { sql, type RawBuilder, type SqlBool } from 'kysely';

/**
 * The planner weighs every triple of a pattern, and reads the whole table rather than look up the sixty of a
 * hash. So many characters are rare enough.
 */
const indexedCharacters = 12;

/**
 * Whether the text is found, capital or not (of letters beyond ASCII the case counts), within the columns. The
 * expression of the columns is, to the letter, that of their trigram index. A line break parts them, and no search has
 * one, so that no match runs from one column into the next.
 *
 * The index finds the end of the text, where ids, hashes and addresses differ most; those rows are looked at for
 * all of it.
 */
export function contains(columns: RawBuilder<string>, search: string): RawBuilder<SqlBool> {
  const end = Array.from(search).slice(-indexedCharacters).join('');
  const pattern = `%${end.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const indexed = sql<SqlBool>`${columns} like lower(${pattern} collate "C")`;
  if (end === search) return indexed;
  return sql<SqlBool>`(${indexed} and position(lower(${search} collate "C") in ${columns}) > 0)`;
}
