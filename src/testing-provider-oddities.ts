import type { Operation } from '#contract/operation.ts';
import { parseJson, stringifyJson } from '#domain/json.ts';

/** What the responses of providers look like that are right in every row and odd beside the rows. */
const oddities = [
  'count missing',
  'count as text',
  'user_id as a number',
  'empty error_code',
  'no error fields',
  'camel case errors',
  'bare withdrawals',
  'withdrawals with shortened addresses',
  'withdrawals without hash',
  'unrequested gzip',
  'byte order mark',
] as const;

export type Oddity = (typeof oddities)[number];

type Fields = Record<string, unknown>;

type Change = (envelope: Fields, operation: Operation) => Fields;

const changeData =
  (change: (data: Fields, operation: Operation) => Fields): Change =>
  (envelope, operation) => {
    const { data } = envelope;
    return isFields(data) ? { ...envelope, data: change(data, operation) } : envelope;
  };

const changeCount = (change: (count: unknown) => Fields): Change =>
  changeData((data) => {
    if ('count' in data) {
      const { count, ...others } = data;
      return { ...others, ...renamed(change(count), 'count') };
    }
    if (!isFields(data['meta'])) return data;
    const { total, ...meta } = data['meta'];
    return { ...data, meta: { ...meta, ...renamed(change(total), 'total') } };
  });

const renamed = (fields: Fields, name: string): Fields =>
  'count' in fields ? { [name]: fields['count'] } : {};

const changeWithdrawals = (change: (row: Fields) => Fields): Change =>
  changeData((data, operation) => {
    if (operation.tag !== 'Withdrawal' || operation.method !== 'GET') return data;
    const inner = data['data'];
    if (Array.isArray(inner))
      return { ...data, data: inner.map((row: unknown) => (isFields(row) ? change(row) : row)) };
    return isFields(inner) ? { ...data, data: change(inner) } : data;
  });

/** What is done to the envelope; the last two are done to the text. */
const changes: Partial<Record<Oddity, Change>> = {
  'count missing': changeCount(() => ({})),
  'count as text': changeCount((count) => ({ count: String(count) })),
  'user_id as a number': changeData((data) => ('user_id' in data ? { ...data, user_id: 4711 } : data)),
  'empty error_code': (envelope) =>
    envelope['error_code'] === null ? { ...envelope, error_code: '' } : envelope,
  'no error fields': (envelope) => {
    if (envelope['error_code'] !== null && envelope['error_code'] !== '') return envelope;
    const { error_code: _code, error_message: _message, ...others } = envelope;
    return others;
  },
  'camel case errors': ({ error_code: errorCode, error_message: errorMessage, ...others }) => ({
    ...others,
    ...(errorCode !== undefined && { errorCode }),
    ...(errorMessage !== undefined && { errorMessage }),
  }),
  'withdrawals with shortened addresses': changeWithdrawals((row) => ({
    ...row,
    recipient_wallet: shortened(row['recipient_wallet']),
    sender_wallet: shortened(row['sender_wallet']),
  })),
  'withdrawals without hash': changeWithdrawals(
    ({ hash: _hash, transaction_status: _status, ...row }) => row,
  ),
  'bare withdrawals': (envelope, operation) => {
    const { data } = envelope;
    return operation.tag === 'Withdrawal' && isFields(data) && 'success' in data ? data : envelope;
  },
};

/** The text of a response as an odd provider would have written it. */
export function applyOddities(
  wanted: readonly Oddity[],
  operation: Operation,
  { status, body }: { status: number; body: string },
): string {
  const envelope = parseJson(body);
  if (!isFields(envelope)) return body;
  // Failures have nothing of what is odd but how their fields are spelled.
  const names = status < 300 ? wanted : wanted.filter((name) => name === 'camel case errors');
  const changed = names.reduce((fields, name) => changes[name]?.(fields, operation) ?? fields, envelope);
  return `${wanted.includes('byte order mark') ? '\uFEFF' : ''}${stringifyJson(changed)}`;
}

function shortened(value: unknown): unknown {
  return typeof value === 'string' && value.length > 12 ? `${value.slice(0, 6)}…${value.slice(-4)}` : value;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
