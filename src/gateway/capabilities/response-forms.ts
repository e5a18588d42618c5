import type { Operation } from '#contract/operation.ts';
import { ExactNumber, parseJson } from '#domain/json.ts';
import type { Finding } from './probe-parameter.ts';

type Fields = Readonly<Record<string, unknown>>;

/** How the rows and the envelope of a list's response look, by aspect. What can't be seen is left out. */
export function formsOf(operation: Operation, body: string): Map<'times' | 'numbers' | 'envelope', Finding> {
  const found = new Map<'times' | 'numbers' | 'envelope', Finding>();
  const parsed = parse(body);
  if (parsed === undefined || operation.rows === undefined) return found;
  const { key } = operation.rows;
  const data = fieldsOf(parsed['data']);
  const isBare = parsed['code'] === undefined && (key === 'data' ? data === undefined : key in parsed);
  found.set('envelope', isBare ? differs('bare') : asPublished('code and data'));
  const list = isBare ? parsed[key] : data?.[key];
  const rows = (Array.isArray(list) ? list : []).flatMap((row: unknown): Fields[] => {
    const fields = fieldsOf(row);
    return fields === undefined ? [] : [fields];
  });
  const time = rows.map((row) => row['created_at']).find((value) => value !== undefined && value !== null);
  if (time !== undefined) found.set('times', timeForm(time));
  const amount = rows.flatMap((row) => amountIn(row)).find((value) => value !== undefined);
  if (amount !== undefined) found.set('numbers', numberForm(operation, amount));
  return found;
}

/** How a failure names its fields; undefined for a response that isn't a failure in an envelope. */
export function errorForm(body: string): Finding | undefined {
  const parsed = parse(body);
  if (parsed === undefined) return undefined;
  if (typeof parsed['error_message'] === 'string') return asPublished('error_code and error_message');
  return typeof parsed['errorMessage'] === 'string' ? differs('errorCode and errorMessage') : undefined;
}

const asPublished = (detail: string): Finding => ({ state: 'proved', detail });
const differs = (detail: string): Finding => ({ state: 'disproved', detail });

function timeForm(value: unknown): Finding {
  const number = typeof value === 'number' ? value : /^\d{9,17}$/.test(String(value)) ? Number(value) : null;
  if (number !== null) {
    return differs(number > 1e14 ? 'microseconds' : number > 1e11 ? 'milliseconds' : 'seconds');
  }
  const form = String(value).replaceAll(/\d/g, '0');
  return /^0000-00-00[ T]00:00:00/.test(form) ? asPublished(form) : differs(form.slice(0, 40));
}

/** Wallets have theirs in a map of currencies. */
function amountIn(row: Fields): unknown[] {
  const balance = Object.values(fieldsOf(row['balances']) ?? {}).map((each) => fieldsOf(each)?.['available']);
  return [row['amount'], row['amount_from'], ...balance];
}

/** Published: amounts of wallets and exchanges are numbers, those of transactions and withdrawals are text. */
function numberForm({ tag }: Operation, value: unknown): Finding {
  const isNumber = typeof value === 'number' || value instanceof ExactNumber;
  const isPublishedAsNumber = tag === 'Wallets' || tag === 'Exchange';
  const form = isNumber ? 'numbers' : 'text';
  return isNumber === isPublishedAsNumber ? asPublished(form) : differs(form);
}

function parse(body: string): Fields | undefined {
  try {
    return fieldsOf(parseJson(body.replace(/^\uFEFF/, '')));
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof ExactNumber)
    ? (value as Fields)
    : undefined;
}
