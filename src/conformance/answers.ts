import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { answerSchema } from '#contract/answer-schema.ts';
import type { Operation } from '#contract/operation.ts';
import { type Decimal, parseDecimal } from '#domain/decimal.ts';
import { decimalFromJson, ExactNumber, parseJson, stringifyJson } from '#domain/json.ts';
import type { Reply } from './provider.ts';

type Fields = Record<string, unknown>;

const longestQuote = 120;

/** What was answered, short enough to print. */
export function quote({ status, text }: Reply): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const start = line.length > longestQuote ? `${line.slice(0, longestQuote)}…` : line;
  return `${status} ${start === '' ? '(nothing)' : start}`;
}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

function isFields(value: unknown): value is Fields {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  );
}

/** An amount as written in a response, published as text or as number; undefined if it isn't one. */
export function amountOf(value: unknown): Decimal | undefined {
  return typeof value === 'string' ? parseDecimal(value) : decimalFromJson(value);
}

/** How the envelope of a success differs from the published one. */
export function envelopeProblem(reply: Reply): string | undefined {
  const body = fieldsOf(reply.body);
  if (reply.status !== 200) return `answered ${quote(reply)}`;
  if (body['code'] !== '200') return `code is ${shown(body['code'])}, not the text "200"`;
  for (const name of ['error_code', 'error_message']) {
    if (!(name in body)) return `${name} is missing`;
    if (body[name] !== null) return `${name} is ${shown(body[name])}, not null`;
  }
  return 'data' in body ? undefined : 'data is missing';
}

/** How a refusal differs: its status, its envelope's `error_code`, and the parameters that `data` names. */
export function refusalProblem(
  reply: Reply,
  status: number,
  errorCode: string,
  names: readonly string[] = [],
): string | undefined {
  const body = fieldsOf(reply.body);
  const data = fieldsOf(body['data']);
  if (reply.status !== status || body['code'] !== String(status)) return `answered ${quote(reply)}`;
  if (body['error_code'] !== errorCode) {
    return `error_code is ${shown(body['error_code'])}, not "${errorCode}"`;
  }
  if (typeof body['error_message'] !== 'string') return 'error_message is no text';
  const missing = names.find((name) => typeof data[name] !== 'string');
  return missing === undefined ? undefined : `data does not name ${missing}: ${quote(reply)}`;
}

/** How the data of a success differ from the operation's shape: types, amounts as text or number, fields. */
export function shapeProblem(operation: Operation, reply: Reply): string | undefined {
  const { data } = fieldsOf(reply.body);
  const schema = answerSchema(operation);
  const read = z.safeParse(schema, data);
  if (!read.success) {
    const [issue] = read.error.issues;
    return `data.${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not as described'}`;
  }
  // Reading is tolerant of amounts as text or as number: written again, they are as the document has them.
  return differenceIn('data', parseJson(stringifyJson(z.encode(schema, read.data))), data);
}

function differenceIn(path: string, expected: unknown, given: unknown): string | undefined {
  if (Array.isArray(expected) && Array.isArray(given)) {
    return firstOf(expected.map((each, i) => differenceIn(`${path}[${i}]`, each, given[i])));
  }
  if (isFields(expected) && isFields(given)) {
    return firstOf(
      Object.keys(expected).map((name) => differenceIn(`${path}.${name}`, expected[name], given[name])),
    );
  }
  return isDeepStrictEqual(expected, given)
    ? undefined
    : `${path} is ${shown(given)}, not ${shown(expected)}`;
}

function firstOf(problems: readonly (string | undefined)[]): string | undefined {
  return problems.find((problem) => problem !== undefined);
}

function shown(value: unknown): string {
  return value === undefined ? 'missing' : stringifyJson(value).slice(0, longestQuote);
}
