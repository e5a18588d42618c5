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

/**
 * So much of an ID, a hash or an address, and nothing else: who enters it means the one that begins with it, which is the
 * only one that has it. Letters alone may be a word.
 */
const beginning = /^(?:(?:tx|wd)_[0-9a-f]{5,}|(?=.*\d)[0-9A-Za-z]{12,})$/;

/**
 * Whether one of the columns, each of which has an index, is the text or begins with it. That costs the same however many
 * rows there are. Undefined for a text that may well be in the middle of something.
 */
export function beginsWith(columns: readonly string[], search: string): RawBuilder<SqlBool> | undefined {
  if (!beginning.test(search)) return undefined;
  // Sorts after everything that such texts have.
  const end = `${search}~`;
  const conditions = columns.map(
    (name) => sql`(${sql.ref(name)} >= ${search} and ${sql.ref(name)} < ${end})`,
  );
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}
