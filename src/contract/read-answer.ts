import * as z from 'zod/mini';
import { parseJson } from '#domain/json.ts';
import { type AskedQuery, defaultOf, textOf } from './asked-query.ts';
import type { UnavailableInfo, WholeListInfo } from './gateway/whole-list.ts';
import { isRestricting } from './list-parameters.ts';
import { normalize } from './normalize-answer.ts';
import type { Operation } from './operation.ts';

/** A row of a list as it could be read. One that is not whole lacks the fields that its problems name. */
export type ReadRow<T> =
  | { isWhole: true; value: T; problems: [] }
  | { isWhole: false; value: Partial<T>; problems: string[] };

/** What a list operation gives its reader: the rows, and what the answer proves about them. */
export type ReadList<T> = {
  rows: ReadRow<T>[];
  /** How many rows further the next page begins, whatever kind of rows these are; 0 where none came. */
  step: number;
  /** How many rows came that are no rows of this list. They are left out, and no number includes them. */
  otherRows: number;
  /** Whether this page or another one of the list had such rows. */
  hasOtherRows: boolean;
  /**
   * How many rows match in all; null where the answer does not say it, contradicts it, or counts rows that a parameter
   * was to leave out, or that may be no rows of the list.
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
  /** The ignored parameters that the provider may not have ignored, which nothing shows. */
  unproved?: readonly string[];
  /** Set where the gateway made this page from all rows of the provider's list. */
  wholeList?: WholeListInfo;
  /** Set where parameters of this list can't be used. */
  unavailable?: UnavailableInfo;
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
  /** Other pages of this list had rows of another kind, which its total may count. */
  hasOtherRows?: boolean;
  /** What the gateway says of the response. */
  wholeList?: WholeListInfo | undefined;
  unavailable?: UnavailableInfo | undefined;
};

/** What an answer says besides its rows; null where it does not say it, or not as a number. */
export type StatedPaging = { count: number | null; offset: number | null };

/** Gives the names of the parameters that the answer proves to have been ignored. */
export type Judge = (
  operation: Operation,
  query: AskedQuery,
  rows: readonly ReadRow<Record<string, unknown>>[],
  paging: StatedPaging,
) => string[];

/** For a service that follows the contract: our own. */
export const trusting: Judge = () => [];

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

function errorMessageOf(envelope: Loose): string | undefined {
  const message = envelope['error_message'] ?? envelope['errorMessage'];
  return typeof message === 'string' ? message : undefined;
}

/**
 * Reads an operation's answer, tolerant of the ways in which providers differ from their own documents.
 * Pure: gives the data or the failure, and never throws. `judge` says which parameters a list's rows contradict.
 */
export function readResponse<O extends Operation>(
  operation: O,
  { status, body }: { status: number; body: string },
  asked: Asked,
  judge: Judge,
): ReadAnswer<O> {
  const parsed = parseText(body);
  const envelope = looseOf(parsed);
  if (envelope === undefined) {
    return unreadable(
      status,
      parsed === undefined ? 'The response isn’t JSON' : 'The response isn’t an object',
    );
  }
  const failure = readFailure(operation, status, envelope);
  if (failure !== undefined) return failure;
  const answers = placesOf(operation, envelope).map((data) =>
    readData(operation, status, data, asked, judge),
  );
  return answers.find(({ ok }) => ok) ?? answers[0] ?? unreadable(status, 'The response has no data');
}

/**
 * The `data` that `readResponse` reads, as the provider wrote it, wherever it put it; undefined where it reads none.
 */
export function findWrittenData(operation: Operation, status: number, body: string): unknown {
  const envelope = looseOf(parseText(body));
  if (envelope === undefined) return undefined;
  return placesOf(operation, envelope).find(
    (data) => readData(operation, status, data, { query: {} }, trusting).ok,
  );
}

/** The failure that the envelope tells, or the one inside it; undefined where it tells none. */
function readFailure(
  operation: Operation,
  status: number,
  envelope: Loose,
): ({ ok: false } & FailedAnswer) | undefined {
  const isFailedStatus = status < 200 || status > 299;
  const inner = looseOf(envelope['data']) ?? {};
  // What is not read as an object of the contract may have a failure of its own in its data, such as an AML report.
  const mayBeInside =
    operation.data instanceof z.ZodMiniObject &&
    errorMessageOf(envelope) === undefined &&
    errorMessageOf(inner) !== undefined &&
    (isFailedStatus || errorCodeOf(inner) !== null);
  const told = mayBeInside ? inner : envelope;
  const errorCode = errorCodeOf(told);
  if (!isFailedStatus && errorCode === null) return undefined;
  const message = errorMessageOf(told);
  return message === undefined
    ? unreadable(status, `The response has status ${status} and no message`)
    : { ok: false, kind: 'failure', status, errorCode, message, data: told['data'] ?? null };
}

/**
 * Where the data may be, the published place first: providers send one envelope too few or too many, of the two that
 * withdrawals have (`{success, data, meta}` in `data`) as well as of the one that all others have.
 */
function placesOf(operation: Operation, envelope: Loose): unknown[] {
  const { data } = envelope;
  const inner = looseOf(data)?.['data'];
  const isBare = envelope['code'] === undefined && typeof envelope['success'] === 'boolean';
  const [first, ...others] = isBare ? [envelope, data] : [data, envelope, inner];
  return [
    first,
    ...others.filter((place) => hasOwnFields(operation, place)),
    ...[listIn(operation, data, envelope), listIn(operation, inner, looseOf(data))].filter(
      (place) => place !== undefined,
    ),
  ];
}

/** Anything is somewhere an object: what isn't in the published place must have fields of the data to be it. */
function hasOwnFields({ data: schema, rows }: Operation, place: unknown): boolean {
  const object = looseOf(place);
  if (object === undefined) return false;
  if (rows !== undefined) return rows.key in object;
  if (!(schema instanceof z.ZodMiniObject)) return false;
  return Object.keys(schema.shape).some((name) => object[name] !== undefined && object[name] !== null);
}

/** A list's rows that came without the object around them, together with what came beside them. */
function listIn({ rows }: Operation, place: unknown, around: Loose | undefined): unknown {
  return rows !== undefined && Array.isArray(place) ? { ...around, [rows.key]: place } : undefined;
}

function unreadable(status: number, message: string): { ok: false } & FailedAnswer {
  return { ok: false, kind: 'unreadable', status, errorCode: null, message, data: null };
}

function readData<O extends Operation>(
  operation: O,
  status: number,
  data: unknown,
  asked: Asked,
  judge: Judge,
): ReadAnswer<O> {
  if (operation.rows !== undefined) {
    const list = readList(operation, looseOf(data), asked, judge);
    return list === undefined
      ? unreadable(status, `The response doesn’t match the interface at data.${operation.rows.key}`)
      : // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: the operation is that of a list.
        { ok: true, data: list as ReadDataOf<O> };
  }
  const read = z.safeDecode(operation.data, normalize(operation.data, data));
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
  {
    query,
    ignored: known = [],
    refused: allRefused = {},
    largestPage = Number.POSITIVE_INFINITY,
    hasOtherRows: hadOtherRows = false,
    wholeList,
    unavailable,
  }: Asked,
  judge: Judge,
): ReadList<Record<string, unknown>> | undefined {
  if (operation.rows === undefined || data === undefined) return undefined;
  const { key, schema, count: countPath = ['count'] } = operation.rows;
  // No rows at all are also sent as null.
  const list: unknown = key in data ? (data[key] ?? []) : undefined;
  if (!Array.isArray(list)) return undefined;
  const own = list.filter((row: unknown) => !isOfOtherKind(operation, row));
  const rows = own.map((source: unknown) => {
    const row = readRow(schema, source);
    sources.set(row, source);
    return row;
  });
  const received = list.length;
  const otherRows = received - rows.length;
  const paging = {
    count: wholeNumberAt(data, countPath),
    offset: wholeNumberAt(data, ['meta', 'offset']),
  };
  const proved = judge(operation, query, rows, paging);
  const isAsked = (name: string) => textOf(query[name]) !== '';
  const refused = Object.fromEntries(Object.entries(allRefused).filter(([name]) => isAsked(name)));
  const shown = new Set([...proved, ...known.filter(isAsked), ...Object.keys(refused)]);
  const unproved = (unavailable?.unproved ?? []).filter((name) => isAsked(name) && !shown.has(name));
  const ignored = [...shown, ...unproved];
  const { count: stated } = paging;
  const limit = Number(textOf(query['limit']) || defaultOf(operation, 'limit'));
  const most = Math.min(limit, largestPage);
  const isCut = received > 0 && received < limit && stated !== null;
  const offset = Number(textOf(query['offset']) || 0);
  const hasOtherRows = otherRows > 0 || hadOtherRows;
  const count = provedCount(operation, query, ignored, rows.length, paging);
  return {
    rows,
    // Rows of another kind may come on top of a page that is full without them.
    step: otherRows > 0 ? Math.min(received, most) : received,
    otherRows,
    hasOtherRows,
    count: hasOtherRows ? ownCount(count, { offset, received, own: rows.length, most }) : count,
    stated,
    pageSize: isCut && offset + received < stated ? received : most,
    ignored,
    refused,
    ...(unproved.length > 0 && { unproved }),
    ...(wholeList && { wholeList }),
    ...(unavailable && { unavailable }),
  };
}

/**
 * How many rows match in all, if the response is reliable: null without a number, with one that is smaller than the
 * number of rows, and if a parameter that restricts the rows was ignored.
 */
function provedCount(
  operation: Operation,
  query: AskedQuery,
  ignored: readonly string[],
  received: number,
  { count }: StatedPaging,
): number | null {
  const { parameters = {} } = operation.rows ?? {};
  const isOfOtherRows = ignored.some((name) => {
    const meaning = parameters[name];
    return meaning !== undefined && isRestricting(meaning);
  });
  if (count === null || isOfOtherRows) return null;
  const offset = ignored.includes('offset') ? 0 : Number(textOf(query['offset']) || 0);
  const least = received === 0 ? 0 : offset + received;
  return count < least ? null : count;
}

/**
 * How many rows of a list are its own: known only if all of them came at once, on a page with room for more. On a full
 * page, rows of another kind may come on top, and the number may be that of own rows of which some are on the next page.
 */
function ownCount(
  count: number | null,
  { offset, received, own, most }: { offset: number; received: number; own: number; most: number },
): number | null {
  return offset === 0 && count === received && received < most ? own : null;
}

/**
 * Whether a row belongs to another list, or to none: it is no object, lacks the ID and has fields of its own, or has
 * few of the list's fields and more that the list doesn't have. A row that only lacks fields is one of the list.
 */
export function isOfOtherKind({ rows }: Operation, row: unknown): boolean {
  if (rows?.id === undefined) return false;
  const object = looseOf(row);
  if (object === undefined) return true;
  const names = Object.keys(object).filter((name) => object[name] !== undefined && object[name] !== null);
  const known = names.filter((name) => Object.hasOwn(rows.schema.shape, name)).length;
  const unknown = names.length - known;
  if (!names.includes(rows.id)) return unknown > 0 || names.length === 0;
  const required = Object.values(rows.schema.shape).filter((field) => !(field instanceof z.ZodMiniOptional));
  return known * 2 < required.length && unknown > known;
}

/** A number that counts something, also where it is written as text; null where there is none. */
function wholeNumberAt(data: Loose, path: readonly string[]): number | null {
  const value = path.reduce<unknown>((place, name) => looseOf(place)?.[name], data);
  if (typeof value === 'string') return /^\d{1,15}$/.test(value.trim()) ? Number(value) : null;
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

const sources = new WeakMap<ReadRow<Record<string, unknown>>, unknown>();

/** A row of a list as the provider wrote it, for code that passes it on. */
export function sourceOf(row: ReadRow<Record<string, unknown>>): unknown {
  return sources.get(row);
}

/** Reads a row whole or, where it breaks the contract, field by field, so that one bad field costs only itself. */
export function readRow(schema: z.ZodMiniObject, row: unknown): ReadRow<Record<string, unknown>> {
  const normal = normalize(schema, row);
  const whole = z.safeDecode(schema, normal as never);
  if (whole.success) return { isWhole: true, value: whole.data, problems: [] };
  const source = looseOf(normal);
  if (source === undefined) return { isWhole: false, value: {}, problems: ['the row isn’t an object'] };

  const value: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, field] of Object.entries(schema.shape)) {
    const read = z.safeDecode(field as z.ZodMiniType, source[name]);
    if (read.success) value[name] = read.data;
    else problems.push(name in source ? `${name} cannot be read` : `${name} is missing`);
  }
  return { isWhole: false, value, problems };
}
