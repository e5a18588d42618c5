import type { Operation } from '#contract/operation.ts';
import { listExchangeTransactions } from '#contract/wallet-service/exchanges.ts';
import { ExactNumber, parseJson, stringifyJson } from '#domain/json.ts';
import { parseTimestamp, toDate } from '#domain/time.ts';

/** What the responses of providers look like that say what is right, in other ways than the interface. */
export const oddities = [
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
  'ids as numbers',
  'times in seconds',
  'times in milliseconds',
  'times as HTTP dates',
  'one envelope too few',
  'one envelope too many',
  'values in another case',
  'rows of another kind',
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
    if (!isWithdrawals(operation) || operation.method !== 'GET') return data;
    const inner = data['data'];
    if (Array.isArray(inner))
      return { ...data, data: inner.map((row: unknown) => (isFields(row) ? change(row) : row)) };
    return isFields(inner) ? { ...data, data: change(inner) } : data;
  });

const changeRows = (change: (rows: Fields[], operation: Operation) => unknown[]): Change =>
  changeData((data, operation) => {
    const key = operation.rows?.key;
    const rows = key === undefined ? undefined : data[key];
    if (key !== undefined && Array.isArray(rows))
      return { ...data, [key]: change(rows.filter(isFields), operation) };
    const one = data['data'];
    return isFields(one) ? { ...data, data: change([one], operation)[0] } : data;
  });

const changeFields = (names: ReadonlySet<string>, change: (text: string) => unknown): Change =>
  changeRows((rows) =>
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          names.has(name) && typeof value === 'string' ? change(value) : value,
        ]),
      ),
    ),
  );

const idFields = new Set(['transaction_id', 'request_id']);
const timeFields = new Set(['created_at', 'updated_at']);
const lowerCaseFields = new Set([
  'network',
  'network_from',
  'network_to',
  'status',
  'transaction_status',
  'type',
  'direction',
  'sender',
]);
const currencyFields = new Set(['currency', 'currency_from', 'currency_to']);

const changeTimes = (change: (date: Date) => unknown): Change =>
  changeFields(timeFields, (text) => {
    const instant = parseTimestamp(text)?.instant;
    return instant === undefined ? text : change(toDate(instant));
  });

const upperCaseFields = changeFields(lowerCaseFields, (text) => text.toUpperCase());
const lowerCaseCurrencies = changeFields(currencyFields, (text) => text.toLowerCase());

/** Networks and wallet types in capitals, currencies in small letters. */
const recaseKeys = (balances: unknown): unknown =>
  isFields(balances)
    ? Object.fromEntries(
        Object.entries(balances).map(([key, value]) => [
          key === key.toUpperCase() ? key.toLowerCase() : key.toUpperCase(),
          isFields(value) && !('available' in value) ? recaseKeys(value) : value,
        ]),
      )
    : balances;

const recaseBalances: Change = (envelope, operation) => {
  const recased = changeRows((rows) =>
    rows.map((row) => ('balances' in row ? { ...row, balances: recaseKeys(row['balances']) } : row)),
  )(envelope, operation);
  return changeData((data) =>
    'balances' in data ? { ...data, balances: recaseKeys(data['balances']) } : data,
  )(recased, operation);
};

const isWithdrawals = ({ tag }: Operation): boolean => tag === 'Withdrawal';

/** A row of each other sort: of another list, of none, and no row at all. */
const strangers: readonly unknown[] = [{ page_total: '17.5', currency: 'USDT' }, null];
const strangersOf = ({ id }: Operation): readonly unknown[] => [
  id === listExchangeTransactions.id ? otherTransaction : exchange,
  ...strangers,
];
const exchange = {
  transaction_id: 'ex_other',
  network_from: 'trx',
  network_to: 'btc',
  currency_from: 'USDT',
  currency_to: 'BTC',
  status: 'completed',
  amount_from: 1000,
  amount_to: 0.01,
  fee: 1,
  rate: 0.00001,
  created_at: '2026-11-01 00:00:00.000000',
};
const otherTransaction = {
  transaction_id: 'tx_other',
  network: 'trx',
  direction: 'in',
  status: 'completed',
  amount: '1000',
  currency: 'USDT',
  sender_wallet: 'Exchange',
  recipient_wallet: 'Pool',
  hash: 'ab',
  fee: '0',
  created_at: '2026-11-01 00:00:00.000000+00',
};

/** What is done to the envelope, in this order; the two without an entry are done to the text. */
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
  'ids as numbers': changeFields(idFields, numberOfId),
  'times in seconds': changeTimes((date) => Math.floor(date.getTime() / 1000)),
  'times in milliseconds': changeTimes((date) => date.getTime()),
  'times as HTTP dates': changeTimes((date) => date.toUTCString()),
  'values in another case': (envelope, operation) =>
    recaseBalances(lowerCaseCurrencies(upperCaseFields(envelope, operation), operation), operation),
  'rows of another kind': changeRows((rows, operation) => {
    const [first, ...others] = rows;
    return operation.rows === undefined || first === undefined
      ? rows
      : [first, ...strangersOf(operation), ...others];
  }),
  'bare withdrawals': (envelope, operation) => {
    const { data } = envelope;
    return isWithdrawals(operation) && isFields(data) && 'success' in data ? data : envelope;
  },
  // Withdrawals have two: the inner one goes, unless they are bare.
  'one envelope too few': (envelope, operation) => {
    const { data } = envelope;
    if (!isFields(data)) return envelope;
    if (!isWithdrawals(operation)) return data;
    if (!('success' in data)) return envelope;
    const { data: inner, meta } = data;
    return { ...envelope, data: inner, ...(meta !== undefined && { meta }) };
  },
  'one envelope too many': (envelope) => ({ data: envelope }),
};

/** IDs of our service as numbers of 30 digits, which no float holds. */
const idPrefixes = ['tx_', 'ex_', 'wd_'];

function numberOfId(id: string): unknown {
  const prefix = idPrefixes.findIndex((one) => id.startsWith(one)) + 1;
  const digits = id.slice(3);
  return prefix > 0 && /^[\da-f]{24}$/.test(digits)
    ? new ExactNumber(String(BigInt(`0x${prefix}${digits}`)))
    : id;
}

/** The ID that a number stands for. */
export function idOfNumber(text: string): string {
  if (!/^\d{28,31}$/.test(text)) return text;
  const digits = BigInt(text).toString(16);
  return `${idPrefixes[Number(digits[0]) - 1] ?? ''}${digits.slice(1)}`;
}

/** A request to our service from a caller that may know IDs only as numbers. */
export function withOwnIds({ query, body }: { query: URLSearchParams; body: string }) {
  const own = [...query].map(([name, value]): [string, string] => [
    name,
    idFields.has(name) || name === 'search' ? idOfNumber(value) : value,
  ]);
  return {
    query: new URLSearchParams(own),
    body: body.replace(/(?<="request_id":")\d+(?=")/, idOfNumber),
  };
}

const ofFailures = new Set<Oddity>(['camel case errors', 'one envelope too many']);

/** The text of a response as an odd provider would have written it. */
export function applyOddities(
  wanted: readonly Oddity[],
  operation: Operation,
  { status, body }: { status: number; body: string },
): string {
  const envelope = parseJson(body);
  if (!isFields(envelope)) return body;
  // Failures have nothing of what is odd but how their fields are spelled, and where.
  const names = status < 300 ? wanted : wanted.filter((name) => ofFailures.has(name));
  const changed = (Object.keys(changes) as Oddity[])
    .filter((name) => names.includes(name))
    .reduce((fields, name) => changes[name]?.(fields, operation) ?? fields, envelope);
  return `${wanted.includes('byte order mark') ? '\uFEFF' : ''}${stringifyJson(changed)}`;
}

function shortened(value: unknown): unknown {
  return typeof value === 'string' && value.length > 12 ? `${value.slice(0, 6)}…${value.slice(-4)}` : value;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
