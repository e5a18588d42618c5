import { sql, type RawBuilder, type SqlBool } from 'kysely';

/**
 * How many characters of a text are looked up in the index. For a whole hash, PostgreSQL would have to look up about
 * sixty trigrams, and reads the whole table instead. Few rows have the same twelve characters.
 */
const indexedCharacters = 12;

/**
 * Whether the columns contain the text, ignoring the case of ASCII letters. `columns` must be exactly the expression of
 * their trigram index. It separates the columns by line breaks, which no search contains, so a match can't begin in one
 * column and end in the next.
 *
 * The index looks up the end of the text, because IDs, hashes and addresses often begin alike. The rows that it finds
 * are then compared with the whole text.
 */
export function contains(columns: RawBuilder<string>, search: string): RawBuilder<SqlBool> {
  const end = Array.from(search).slice(-indexedCharacters).join('');
  const pattern = `%${end.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const indexed = sql<SqlBool>`${columns} like lower(${pattern} collate "C")`;
  if (end === search) return indexed;
  return sql<SqlBool>`(${indexed} and position(lower(${search} collate "C") in ${columns}) > 0)`;
}

/**
 * Texts long enough to identify the one ID, hash or address that begins with them: no other is likely to contain them. A
 * text without a digit is left out, because it may be a word.
 */
const beginning = /^(?:(?:tx|wd)_[0-9a-f]{5,}|(?=.*\d)[0-9A-Za-z]{12,})$/;

/**
 * Whether one of the columns begins with the text. Each column needs an index, so that this costs the same however many
 * rows there are. Undefined for a text that values are likely to contain elsewhere.
 */
export function beginsWith(columns: readonly string[], search: string): RawBuilder<SqlBool> | undefined {
  if (!beginning.test(search)) return undefined;
  // “~” sorts after every character of IDs, hashes and addresses.
  const end = `${search}~`;
  const conditions = columns.map(
    (name) => sql`(${sql.ref(name)} >= ${search} and ${sql.ref(name)} < ${end})`,
  );
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}
