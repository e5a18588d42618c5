import { sql } from 'kysely';
import { Client } from 'pg';

const mark = '/* prepare */';

/**
 * Marks a statement whose plan the server may keep for each connection. It is then planned without its parameters, so this is for
 * statements that are run with every request and have the same best plan whatever they are: not for searches, where
 * the text decides which index is worth it. Name the columns: the server refuses a kept plan if `*` has become other columns.
 */
export const prepare = sql.raw(mark);

/** Run so often, a statement is worth a plan on every connection. */
const WORTH_NAMING = 4;
/** So many texts are counted or named; a plan takes some tens of kilobytes of a connection. */
const MOST_TEXTS = 300;

type Text = { name: string; runs: number };

/** Of all connections, so that a new one knows what is worth it. */
const texts = new Map<string, Text>();

function nameOf(text: string): string | undefined {
  const known = texts.get(text);
  if (known !== undefined) {
    known.runs += 1;
    return known.runs > WORTH_NAMING ? known.name : undefined;
  }
  if (texts.size < MOST_TEXTS && text.includes(mark)) {
    texts.set(text, { name: `often_${texts.size}`, runs: 1 });
  }
  return undefined;
}

/** A client that lets the server parse and plan statements marked with `prepare` once per connection and not each time. */
export class PreparingClient extends Client {
  // oxlint-disable-next-line typescript/no-explicit-any -- `pg` has an overload for each way to be called.
  override query(statement: any, values?: any, callback?: any): any {
    const name = typeof statement === 'string' && Array.isArray(values) ? nameOf(statement) : undefined;
    return name === undefined
      ? super.query(statement, values, callback)
      : super.query({ name, text: statement, values }, callback);
  }
}
