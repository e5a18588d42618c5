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
/** So many statements have a name, and as many are counted; a plan takes some tens of kilobytes of a connection. */
const MOST_TEXTS = 300;

/** Names for the marked statements that are run often, the same on all connections of a pool. */
class StatementNames {
  readonly #names = new Map<string, string>();
  /** How often others were run, the one that was run longest ago first. */
  readonly #runs = new Map<string, number>();

  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size === MOST_TEXTS || !text.includes(mark)) return known;
    const runs = (this.#runs.get(text) ?? 0) + 1;
    this.#runs.delete(text);
    if (runs > WORTH_NAMING) {
      const name = `often_${this.#names.size}`;
      this.#names.set(text, name);
      return name;
    }
    this.#runs.set(text, runs);
    // Statements that are run seldom, however many there are, take no place from those that are run often.
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > MOST_TEXTS && oldest !== undefined) this.#runs.delete(oldest);
    return undefined;
  }
}

/**
 * Makes the class of a pool's clients, which let the server parse and plan statements marked with `prepare` once per
 * connection and not each time.
 */
export function makePreparingClient(): typeof Client {
  const names = new StatementNames();
  return class extends Client {
    // oxlint-disable-next-line typescript/no-explicit-any -- `pg` has an overload for each way to be called.
    override query(statement: any, values?: any, callback?: any): any {
      const name = typeof statement === 'string' && Array.isArray(values) ? names.of(statement) : undefined;
      return name === undefined
        ? super.query(statement, values, callback)
        : super.query({ name, text: statement, values }, callback);
    }
  };
}
