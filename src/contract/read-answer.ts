import * as z from 'zod/mini';
import { ExactNumber, parseJson } from '#domain/json.ts';
import { type AskedQuery, defaultOf, ignoredParameters, provedCount, textOf } from './check-answer.ts';
import type { Operation } from './operation.ts';

/** A row of a list as it could be read. One that is not whole lacks the fields that its problems name. */
export type ReadRow<T> =
  | { isWhole: true; value: T; problems: [] }
  | { isWhole: false; value: Partial<T>; problems: string[] };

/** What a list operation gives its reader: the rows, and what the answer proves about them. */
export type ReadList<T> = {
  rows: ReadRow<T>[];
  /**
   * How many rows match in all; null where the answer does not say it, contradicts it, or counts rows that a parameter
   * was to leave out.
   */
  count: number | null;
  /** How many rows the answer says there are, of whatever it counts; null where it does not say it. */
  stated: number | null;
  /** How many rows a page has at most, as far as is known: fewer than asked for where the provider gives no more. */
  pageSize: number;
  /** The parameters that were ignored, as the rows prove or as was known before. The rows are not what was asked for. */
  ignored: string[];
  /** The ignored parameters that the provider refused, and so were not sent: parameter → its reason. */
  refused: Readonly<Record<string, string>>;
};

/** What an operation gives its reader. */
export type ReadDataOf<O extends Operation> = O extends { rows: { schema: infer S extends z.ZodMiniType } }
  ? ReadList<z.output<S>>
  : z.output<O['data']>;

/** What was asked: an answer can only be read as one to its request. */
export type Asked = {
  query: AskedQuery;
  /** Parameters that this provider is known to ignore, though the few rows of this answer may not show it. */
  ignored?: readonly string[];
  /** Parameters that were not sent because this provider refuses them: parameter → its reason. */
  refused?: Readonly<Record<string, string>>;
  /** The most rows that this provider is known to give at once. */
  largestPage?: number | undefined;
};

/** Why there is no data, in the envelope's own words where it has any. */
export type FailedAnswer = {
  /** `failure`: an envelope said no. `unreadable`: the answer is not what the contract says, whatever its status. */
  kind: 'failure' | 'unreadable';
  status: number;
  errorCode: string | null;
  message: string;
  /** The envelope's `data`: parameter → rule for validation failures, other detail, or null. */
  data: unknown;
};

export type ReadAnswer<O extends Operation> =
  | { ok: true; data: ReadDataOf<O> }
  | ({ ok: false } & FailedAnswer);

/** An object of any kind: what a provider puts around its rows is read piece by piece. */
const looseObject = z.record(z.string(), z.unknown());

type Loose = Readonly<Record<string, unknown>>;

function looseOf(value: unknown): Loose | undefined {
  const read = z.safeParse(looseObject, value);
  return read.success ? read.data : undefined;
}

const byteOrderMark = /^\uFEFF/;

function parseText(body: string): unknown {
  try {
    return parseJson(body.replace(byteOrderMark, ''));
  } catch {
    return undefined;
  }
}

/** Providers that name no error write null, an empty text, 0 or nothing. */
function errorCodeOf(envelope: Loose): string | null {
  const code = envelope['error_code'] ?? envelope['errorCode'];
  if (typeof code === 'string') return code === '' ? null : code;
  return typeof code === 'number' && code !== 0 ? String(code) : null;
}

/**
 * Reads an operation's answer, tolerant of the ways in which providers differ from their own documents.
 * Pure: gives the data or the failure, and never throws.
 */
export function parseResponse<O extends Operation>(
  operation: O,
  status: number,
  body: string,
  asked: Asked,
): ReadAnswer<O> {
  const parsed = parseText(body);
  const envelope = looseOf(parsed);
  if (envelope === undefined) {
    return unreadable(
      status,
      parsed === undefined ? 'The response isn’t JSON' : 'The response isn’t an object',
    );
  }
  const errorCode = errorCodeOf(envelope);
  const isFailure = status < 200 || status > 299 || errorCode !== null;
  if (isFailure) {
    const message = envelope['error_message'] ?? envelope['errorMessage'];
    return typeof message === 'string'
      ? { ok: false, kind: 'failure', status, errorCode, message, data: envelope['data'] ?? null }
      : unreadable(status, `The response has status ${status} and no message`);
  }
  const isBare = envelope['code'] === undefined && typeof envelope['success'] === 'boolean';
  // Some providers send withdrawals without the outer envelope, or without the inner one: `{success, data, meta}`.
  const places = isBare ? [envelope] : [envelope['data'], ...(hasInnerData(operation) ? [envelope] : [])];
  const answers = places.map((data) => readData(operation, status, data, asked));
  return answers.find(({ ok }) => ok) ?? answers[0] ?? unreadable(status, 'The response has no data');
}

function hasInnerData({ data, rows }: Operation): boolean {
  return rows?.key === 'data' || (data instanceof z.ZodMiniObject && 'data' in data.shape);
}

function unreadable(status: number, message: string): { ok: false } & FailedAnswer {
  return { ok: false, kind: 'unreadable', status, errorCode: null, message, data: null };
}

function readData<O extends Operation>(
  operation: O,
  status: number,
  data: unknown,
  asked: Asked,
): ReadAnswer<O> {
  if (operation.rows !== undefined) {
    const list = readList(operation, looseOf(data), asked);
    return list === undefined
      ? unreadable(status, `The response doesn’t match the interface at data.${operation.rows.key}`)
      : // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: the operation is that of a list.
        { ok: true, data: list as ReadDataOf<O> };
  }
  const read = decodeTolerantly(operation.data, data);
  if (read.success) return { ok: true, data: read.data as ReadDataOf<O> };
  const where = read.error.issues[0]?.path.join('.');
  return unreadable(
    status,
    `The response doesn’t match the interface at ${where ? `data.${where}` : 'data'}`,
  );
}

/** Only the rows must be there: what surrounds them is used if it can be read. */
function readList(
  operation: Operation,
  data: Loose | undefined,
  { query, ignored: known = [], refused: allRefused = {}, largestPage = Number.POSITIVE_INFINITY }: Asked,
): ReadList<Record<string, unknown>> | undefined {
  if (operation.rows === undefined || data === undefined) return undefined;
  const { key, schema, count: countPath = ['count'] } = operation.rows;
  // No rows at all are also sent as null.
  const list = key in data ? (data[key] ?? []) : undefined;
  if (!Array.isArray(list)) return undefined;
  const rows = list.map((row: unknown) => readRow(schema, row));
  const paging = {
    count: wholeNumberAt(data, countPath),
    offset: wholeNumberAt(data, ['meta', 'offset']),
  };
  const proved = ignoredParameters(operation, query, rows, paging);
  const isAsked = (name: string) => textOf(query[name]) !== '';
  const refused = Object.fromEntries(Object.entries(allRefused).filter(([name]) => isAsked(name)));
  const ignored = [...new Set([...proved, ...known.filter(isAsked), ...Object.keys(refused)])];
  const { count: stated } = paging;
  const limit = Number(textOf(query['limit']) || defaultOf(operation, 'limit'));
  const isCut = rows.length > 0 && rows.length < limit && stated !== null;
  const offset = Number(textOf(query['offset']) || 0);
  return {
    rows,
    count: provedCount(operation, query, ignored, rows.length, paging),
    stated,
    pageSize: isCut && offset + rows.length < stated ? rows.length : Math.min(limit, largestPage),
    ignored,
    refused,
  };
}

/** A number that counts something, also where it is written as text; null where there is none. */
function wholeNumberAt(data: Loose, path: readonly string[]): number | null {
  const value = path.reduce<unknown>((place, name) => looseOf(place)?.[name], data);
  if (typeof value === 'string') return /^\d{1,15}$/.test(value.trim()) ? Number(value) : null;
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/**
 * Reads what is not a list. Where it breaks the contract in a way that loses nothing, such as a number as text, it is
 * read as what it must mean.
 */
function decodeTolerantly<S extends z.ZodMiniType>(schema: S, data: unknown) {
  const strict = z.safeDecode(schema, data as never);
  if (strict.success) return strict;
  const mended = strict.error.issues.reduce(mend, data);
  const tolerant = z.safeDecode(schema, mended as never);
  return tolerant.success ? tolerant : strict;
}

type Issue = { code: string; path: PropertyKey[]; expected?: string | undefined };

/** Fields that repeat the status and the envelope, and so can be derived from them. */
const repeated: Loose = { result: 'success', success: true };

function isYes(value: unknown): boolean {
  return (
    value === '' || value === true || (typeof value === 'string' && /^(?:success|ok|true)$/i.test(value))
  );
}

function mend(data: unknown, { code, path, expected }: Issue): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return data;
  if (Array.isArray(data)) return data.map((item, at) => (at === name ? mendValue(item) : item));
  const object = looseOf(data);
  return object === undefined ? data : { ...object, [name]: mendValue(object[String(name)]) };

  function mendValue(value: unknown): unknown {
    if (rest.length > 0) return mend(value, { code, path: rest, ...(expected && { expected }) });
    const isMissing = value === undefined || value === null;
    const isConstant = code === 'invalid_value' || expected === 'boolean';
    if (typeof name === 'string' && name in repeated && isConstant && (isMissing || isYes(value))) {
      return repeated[name];
    }
    if (isMissing) return undefined;
    if (expected === 'string' && (typeof value === 'number' || value instanceof ExactNumber)) {
      return String(value);
    }
    const isNumeric = expected === 'number' || expected === 'int';
    return isNumeric && typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  }
}

/** Reads a row whole or, where it breaks the contract, field by field, so that one bad field costs only itself. */
export function readRow(schema: z.ZodMiniObject, row: unknown): ReadRow<Record<string, unknown>> {
  const whole = z.safeDecode(schema, row as never);
  if (whole.success) return { isWhole: true, value: whole.data, problems: [] };
  const source = z.safeParse(z.record(z.string(), z.unknown()), row);
  if (!source.success) return { isWhole: false, value: {}, problems: ['the row isn’t an object'] };

  const value: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, field] of Object.entries(schema.shape)) {
    const read = z.safeDecode(field as z.ZodMiniType, source.data[name]);
    if (read.success) value[name] = read.data;
    else problems.push(name in source.data ? `${name} cannot be read` : `${name} is missing`);
  }
  return { isWhole: false, value, problems };
}
