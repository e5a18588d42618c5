import { Client } from 'pg';

/** A text that was run so often is worth a plan that every connection keeps. */
const WORTH_NAMING = 4;
/** So many texts are counted or named; a plan takes some tens of kilobytes of a connection. */
const MOST_TEXTS = 300;

const reads = /^\s*(?:select|with)\b/i;
/** `count(*)` has none of them. */
const allColumns = /\*(?!\))/;

type Text = { name: string; runs: number };

/** Of all connections, so that a new one knows what is worth it. */
const texts = new Map<string, Text>();

/** Undefined for a statement that isn’t run often, or whose result may get other columns. */
function nameOf(text: string): string | undefined {
  const known = texts.get(text);
  if (known !== undefined) {
    known.runs += 1;
    return known.runs > WORTH_NAMING ? known.name : undefined;
  }
  if (texts.size < MOST_TEXTS && reads.test(text) && !allColumns.test(text)) {
    texts.set(text, { name: `often_${texts.size}`, runs: 1 });
  }
  return undefined;
}

/**
 * A client that lets the server parse and plan a statement once per connection and not each time: of those that read, the
 * ones that are run often. The server would refuse its plan when the columns of the result have changed, so statements
 * that select `*` are left out.
 */
export class PreparingClient extends Client {
  // oxlint-disable-next-line typescript/no-explicit-any -- `pg` has an overload for each way to be called.
  override query(statement: any, values?: any, callback?: any): any {
    const name = typeof statement === 'string' && Array.isArray(values) ? nameOf(statement) : undefined;
    return name === undefined
      ? super.query(statement, values, callback)
      : super.query({ name, text: statement, values }, callback);
  }
}
