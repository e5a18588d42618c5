import { parseResponse } from '#contract/parse-response.ts';
import type { Operation } from '#contract/operation.ts';
import { type Decimal, parseDecimal } from '#domain/decimal.ts';
import { decimalFromJson, ExactNumber, stringifyJson } from '#domain/json.ts';
import { type Cost, type Difference, NotCheckable, type Problem } from './check.ts';
import type { Reply } from './provider.ts';

type Fields = Record<string, unknown>;

const longestQuote = 200;

/** What was answered, short enough to print. */
export function quote({ status, text }: Reply): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const start = line.length > longestQuote ? `${line.slice(0, longestQuote)}…` : line;
  return `${status} ${start === '' ? '(nothing)' : start}`;
}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function isFields(value: unknown): value is Fields {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  );
}

/** An amount as written in a response, published as text or as number; undefined if it isn't one. */
export function amountOf(value: unknown): Decimal | undefined {
  return typeof value === 'string' ? parseDecimal(value) : decimalFromJson(value);
}

/** A value of a response, short enough to print. */
export function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  const text = stringifyJson(value);
  return text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text;
}

/** The operation doesn't exist there. */
export function isMissing({ status }: Reply): boolean {
  return status === 404 || status === 405;
}

/** The key may not do it, which proves nothing about the provider. */
export function isForbidden({ status, body }: Reply): boolean {
  const { error_code: code, errorCode = code } = fieldsOf(body);
  return status === 401 || status === 403 || (status === 400 && errorCode === 'system');
}

/** Throws the NotCheckable for a response that is about the key, or about an operation that isn't there. */
export function requireOperation(reply: Reply): void {
  if (reply.status === 429) throw new NotCheckable('the provider was asked too often');
  if (isForbidden(reply)) throw new NotCheckable(`answered ${quote(reply)}`);
  if (isMissing(reply)) throw new NotCheckable('the operation is missing');
}

type Refusal = {
  status: number;
  errorCode: string;
  /** The parameters that `data` must name. */
  names?: readonly string[];
  /** What it costs if the request is carried out instead. By default nothing: the console doesn't send it. */
  accepted?: { rating: Cost; effect: string };
};

/** How a refusal differs: its status, its envelope, and the parameters that `data` names. */
export function refusalDifference(
  operation: Operation,
  reply: Reply,
  { status, errorCode, names = [], accepted }: Refusal,
): Difference | undefined {
  // Where the key is what's refused, this is one way to do it.
  const isExpected = status === 401 && isForbidden(reply);
  if (reply.status === 400 && !isExpected && isForbidden(reply)) requireOperation(reply);
  if (reply.status !== status) {
    if (status !== 405 && !isExpected) requireOperation(reply);
    const isAccepted = parseResponse(operation, reply.status, reply.text, { query: {} }).ok;
    return {
      rating: isAccepted ? (accepted?.rating ?? 'copes') : 'copes',
      problems: [{ path: null, problem: `answered ${quote(reply)}`, count: 1 }],
      effects: isAccepted && accepted !== undefined ? [accepted.effect] : [],
    };
  }
  const body = fieldsOf(reply.body);
  const data = fieldsOf(body['data']);
  const problems: Problem[] = [];
  const add = (path: string, problem: string) => problems.push({ path, problem, count: 1 });
  if (body['code'] !== String(status)) add('code', `${shown(body['code'])}, not "${status}"`);
  if (body['error_code'] !== errorCode) add('error_code', `${shown(body['error_code'])}, not "${errorCode}"`);
  if (typeof body['error_message'] !== 'string') {
    add('error_message', `${shown(body['error_message'])}, not text`);
  }
  for (const name of names) if (typeof data[name] !== 'string') add(`data.${name}`, 'missing');
  return problems.length === 0 ? undefined : { rating: 'copes', problems, effects: [] };
}
