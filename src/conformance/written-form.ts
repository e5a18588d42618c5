import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { normalize } from '#contract/normalize-answer.ts';
import type { Operation } from '#contract/operation.ts';
import { findWrittenData, isOfOtherKind } from '#contract/read-answer.ts';
import { parseJson, stringifyJson } from '#domain/json.ts';
import { amountOf, fieldsOf, isFields, shown } from './answers.ts';
import type { Problem } from './check.ts';
import type { Reply } from './provider.ts';

/** Counts equal problems, so that a hundred rows with the same one are one line. The example is the first one's. */
export type Problems = {
  add: (path: string | null, kind: string, example?: string) => void;
  all: () => Problem[];
};

export function collectProblems(): Problems {
  const found = new Map<string, Problem>();
  return {
    add: (path, kind, example) => {
      const key = `${path ?? ''} ${kind}`;
      const before = found.get(key);
      const problem = before?.problem ?? (example === undefined ? kind : `${kind}: ${example}`);
      found.set(key, { path, problem, count: (before?.count ?? 0) + 1 });
    },
    all: () => [...found.values()],
  };
}

/** How the envelope of a success differs from the published one. */
export function addEnvelopeProblems({ add }: Problems, reply: Reply): void {
  const body = fieldsOf(reply.body);
  const encoding = reply.headers.get('content-encoding') ?? 'identity';
  if (encoding !== 'identity') add(null, `compressed without a request for it (${encoding})`);
  if (reply.text.startsWith('\uFEFF')) add(null, 'begins with a byte order mark');
  if (reply.status !== 200) add(null, `the status is ${reply.status}, not 200`);
  if (body['code'] !== '200') add('code', `${shown(body['code'])}, not "200"`);
  for (const name of ['error_code', 'error_message']) {
    if (body[name] !== null) add(name, `${shown(body[name])}, not null`);
  }
  if (!('data' in body)) add('data', 'missing');
}

/** How the data of a success differ from the published shape: every field of every row, wherever the data are. */
export function addDataProblems(problems: Problems, operation: Operation, reply: Reply): void {
  const data = findWrittenData(operation, reply.status, reply.text);
  if (data === undefined) return;
  const published = fieldsOf(reply.body)['data'];
  if (published !== undefined && !isDeepStrictEqual(published, data)) {
    problems.add('data', 'in another envelope');
  }
  addDifferences(problems, operation.data, data, 'data');
  if (operation.rows === undefined) return;
  const { key, schema } = operation.rows;
  const rows = fieldsOf(data)[key];
  for (const row of Array.isArray(rows) ? (rows as unknown[]) : []) {
    if (isOfOtherKind(operation, row)) problems.add(`data.${key}[]`, 'no row of this list', shown(row));
    else addDifferences(problems, schema, row, `data.${key}[]`);
  }
}

/** How a value differs from what our service would write for the same. Decimals are compared by value. */
function addDifferences(problems: Problems, schema: z.ZodMiniType, given: unknown, path: string): void {
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable) {
    const isLeftOut = schema instanceof z.ZodMiniOptional ? given === undefined : given === null;
    if (!isLeftOut) addDifferences(problems, schema.def.innerType as z.ZodMiniType, given, path);
  } else if (given === undefined) {
    problems.add(path, 'missing');
  } else if (schema instanceof z.ZodMiniObject && isFields(given)) {
    for (const [name, field] of Object.entries(schema.shape)) {
      addDifferences(problems, field as z.ZodMiniType, given[name], `${path}.${name}`);
    }
  } else if (schema instanceof z.ZodMiniRecord && isFields(given)) {
    const { keyType, valueType } = schema.def;
    for (const [key, value] of Object.entries(given)) {
      const known = normalize(keyType as z.ZodMiniType, key);
      if (known !== key) problems.add(path, `the key ${key}, not ${String(known)}`);
      addDifferences(problems, valueType as z.ZodMiniType, value, `${path}.*`);
    }
  } else if (schema instanceof z.ZodMiniArray && Array.isArray(given)) {
    for (const item of given as unknown[]) {
      addDifferences(problems, schema.def.element as z.ZodMiniType, item, `${path}[]`);
    }
  } else addValueDifference(problems, schema, given, path);
}

function addValueDifference({ add }: Problems, schema: z.ZodMiniType, given: unknown, path: string): void {
  const read = z.safeDecode(schema, normalize(schema, given));
  if (!read.success) {
    add(path, read.error.issues[0]?.message ?? 'not as described', shown(given));
    return;
  }
  const expected = parseJson(stringifyJson(z.encode(schema, read.data)));
  if (isSameValue(expected, given)) return;
  const [kind, published] = [kindOf(given), kindOf(expected)];
  add(
    path,
    kind === published ? 'written in another form' : `${kind} instead of ${published}`,
    `${shown(given)}, not ${shown(expected)}`,
  );
}

function isSameValue(expected: unknown, given: unknown): boolean {
  if (isDeepStrictEqual(expected, given)) return true;
  const amount = amountOf(expected);
  return kindOf(expected) === kindOf(given) && amount !== undefined && amount === amountOf(given);
}

function kindOf(value: unknown): string {
  if (typeof value === 'string') return 'text';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'boolean' ? 'a boolean' : isFields(value) ? 'an object' : 'a number';
}
