import { compare } from '#domain/arithmetic.ts';
import { isDecimal } from '#domain/decimal.ts';
import { parseTimestamp } from '#domain/time.ts';
import { matches, type Order, orderOf, readEdge } from './check-answer.ts';
import { type AskedQuery, textOf, withDefaults } from './asked-query.ts';
import { isRestricting, type ParameterMeaning } from './list-parameters.ts';
import type { Operation } from './operation.ts';

/** A row as far as it could be read, with what identifies it. */
type Row = { id: string; value: Readonly<Record<string, unknown>> };

export type AppliedQuery<R> =
  /** The page that was asked for, and how many rows match in all. */
  | { kind: 'applied'; rows: R[]; count: number }
  /** So many rows don't show whether they match a parameter. */
  | { kind: 'unclear'; parameter: string; rows: number }
  /** Rows don't have what they are to be sorted by. */
  | { kind: 'unsortable' };

/**
 * Applies a list's query to all of its rows, by what the contract says that its parameters mean. `rows`: in the
 * provider's order, which stays where the contract doesn't say what rows are ordered by.
 */
export function applyQuery<R extends Row>(
  operation: Operation,
  query: AskedQuery,
  rows: readonly R[],
): AppliedQuery<R> {
  const meanings = Object.entries(operation.rows?.parameters ?? {});
  let found: readonly R[] = rows;
  for (const [parameter, meaning] of meanings) {
    const value = textOf(query[parameter]);
    if (value === '' || !isRestricting(meaning)) continue;
    const verdicts = found.map((row) => isWanted(row, meaning, value));
    const unclear = verdicts.filter((verdict) => verdict === undefined).length;
    if (unclear > 0) return { kind: 'unclear', parameter, rows: unclear };
    found = found.filter((_row, index) => verdicts[index]);
  }
  const asked = withDefaults(operation, query);
  const order = orderOf(meanings, asked);
  if (order === undefined && textOf(asked['sort_direction']) === 'asc') return { kind: 'unsortable' };
  const sorted = order === undefined ? found : inOrder(found, order, hasTimes(meanings));
  const offset = Number(textOf(asked['offset']) || 0);
  const limit = Number(textOf(asked['limit']));
  return { kind: 'applied', rows: sorted.slice(offset, offset + limit), count: found.length };
}

/** A time is taken as it is shown, although it may have been kept with more digits. */
function isWanted(row: Row, meaning: ParameterMeaning, value: string): boolean | undefined {
  const verdict = matches(row, meaning, value);
  if (verdict !== undefined || (meaning.kind !== 'from' && meaning.kind !== 'to')) return verdict;
  const edge = readEdge(meaning.kind, value);
  const at = instantOf(row.value[meaning.field]);
  if (edge === undefined || at === undefined) return undefined;
  return meaning.kind === 'from' ? at >= edge : at <= edge;
}

/** Whether IDs grow with time; wallets are known by addresses, so that among them the provider's order decides. */
function hasTimes(meanings: readonly (readonly [string, ParameterMeaning])[]): boolean {
  return meanings.some(([, { kind }]) => kind === 'from');
}

/** Ties are in the order of the IDs, or as the provider has them. Rows that can't be compared come last, whatever the direction. */
function inOrder<R extends Row>(
  rows: readonly R[],
  { valueOf, key, isDescending }: Order,
  isById: boolean,
): R[] {
  const sign = isDescending ? -1 : 1;
  const keyed = rows.map((row, index) => ({ row, index, by: keyOf(valueOf(row.value), key) }));
  const order = (a: (typeof keyed)[number], b: (typeof keyed)[number]): number => {
    if (a.by === undefined || b.by === undefined) {
      return Number(a.by === undefined) - Number(b.by === undefined) || a.index - b.index;
    }
    const byKey = key === 'amount' ? compareAmounts(a.by, b.by) : compareTexts(a.by, b.by);
    return sign * (byKey || (isById ? compareIds(a.row.id, b.row.id) : b.index - a.index));
  };
  return keyed.toSorted(order).map(({ row }) => row);
}

function keyOf(value: unknown, key: Order['key']): string | undefined {
  if (key === 'time') return instantOf(value);
  if (typeof value !== 'string') return undefined;
  if (key === 'amount') return isDecimal(value) ? value : undefined;
  return value.toLowerCase();
}

function instantOf(value: unknown): string | undefined {
  return typeof value === 'string' ? parseTimestamp(value)?.instant : undefined;
}

function compareAmounts(a: string, b: string): number {
  return isDecimal(a) && isDecimal(b) ? compare(a, b) : 0;
}

/** Some providers number their rows: 10 comes after 9. */
function compareIds(a: string, b: string): number {
  const areNumbers = /^\d+$/.test(a) && /^\d+$/.test(b);
  return (areNumbers && a.length - b.length) || compareTexts(a, b);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
