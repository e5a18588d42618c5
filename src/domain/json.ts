import { decimal, parseDecimal, type Decimal } from './decimal.ts';

// TypeScript's library doesn't declare these two yet (ECMAScript proposal "JSON.parse source text access"; Node 21,
// Chrome 114, Firefox 135, Safari 18.4).
declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges with the library's.
  interface JSON {
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown;
    rawJSON(text: string): { readonly rawJSON: string };
  }
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Integers that a binary float surely holds. `-0` is none of them: `JSON.stringify` would write `0`. */
const SMALL_INTEGER = /^(?:0|-?[1-9]\d{0,14})$/;

/**
 * A number of a JSON text, kept as the text it was written with, because a binary float would round it.
 * `parseJson` makes them, and `stringifyJson` (`JSON.stringify` as well) writes exactly `source` again.
 */
export class ExactNumber {
  readonly source: string;

  /** Throws a SyntaxError when the source is no JSON number. */
  constructor(source: string) {
    if (!JSON_NUMBER.test(source)) throw new SyntaxError('Not a JSON number.');
    this.source = source;
  }

  static fromDecimal(value: Decimal): ExactNumber {
    return new ExactNumber(value);
  }

  /** Undefined when the number is too long to be an amount (see `parseDecimal`). */
  toDecimal(): Decimal | undefined {
    return parseDecimal(this.source);
  }

  toString(): string {
    return this.source;
  }

  toJSON(): unknown {
    return JSON.rawJSON(this.source);
  }
}

/** The exact value of a number that `parseJson` gave; undefined for anything else. */
export function decimalFromJson(value: unknown): Decimal | undefined {
  if (value instanceof ExactNumber) return value.toDecimal();
  return typeof value === 'number' && Number.isSafeInteger(value) ? decimal(value) : undefined;
}

/**
 * `JSON.parse` without loss: integers of at most 15 digits become numbers, every other number becomes an
 * `ExactNumber`. A key `__proto__` becomes an own property like any other. Throws a SyntaxError for a
 * malformed text and for one that is nested too deeply to be walked.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value, context) => {
      if (typeof value !== 'number') return value;
      if (context.source === undefined) throw new TypeError('This browser cannot read numbers exactly.');
      return SMALL_INTEGER.test(context.source) ? value : new ExactNumber(context.source);
    });
  } catch (error) {
    // The stack ends before the parser's own patience does: a fault of the text, not of the program.
    if (error instanceof RangeError)
      throw new SyntaxError('The JSON text is nested too deeply.', { cause: error });
    throw error;
  }
}

/** Whether a JSON value has more than so many values in it, at any depth. How many decides how long `parseJson` takes. */
export function hasMoreValues(value: unknown, most: number): boolean {
  const open = [value];
  let count = 1;
  for (let next = open.pop(); next !== undefined && count <= most; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const inner: unknown[] = Array.isArray(next) ? next : Object.values(next);
    count += inner.length;
    for (const each of inner.slice(0, most)) open.push(each);
  }
  return count > most;
}

/**
 * `JSON.stringify` that writes an `ExactNumber` with the very digits it holds. Throws a TypeError for what
 * has no JSON text (undefined, a function, a cycle, a bigint), and wherever `JSON.rawJSON` is missing.
 */
export function stringifyJson(value: unknown): string {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError('The value has no JSON text.');
  return text;
}
