import * as z from 'zod/mini';
import { parseJson } from '#domain/json.ts';
import type { Operation } from './operation.ts';

/** A row of a list as it could be read. One that is not whole lacks the fields that its problems name. */
export type ReadRow<T> =
  | { isWhole: true; value: T; problems: [] }
  | { isWhole: false; value: Partial<T>; problems: string[] };

/** What a list operation gives its reader: everything beside the rows, and the rows. */
export type ReadDataOf<O extends Operation> = O extends { rows: { schema: infer S extends z.ZodMiniType } }
  ? z.output<O['data']> & { rows: ReadRow<z.output<S>>[] }
  : z.output<O['data']>;

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

const text = z.nullish(z.string());
// Providers name the two fields in either style, or leave them out of a success.
const envelope = z.looseObject({
  code: z.optional(z.union([z.string(), z.int()])),
  error_code: text,
  error_message: text,
  errorCode: text,
  errorMessage: text,
  data: z.optional(z.unknown()),
});

/** An answer that came without the outer envelope, as some providers send withdrawals: `{success, data, meta}`. */
const bareAnswer = z.looseObject({ success: z.boolean(), data: z.unknown() });

function parseText(body: string): unknown {
  try {
    return parseJson(body);
  } catch {
    return undefined;
  }
}

/**
 * Reads an operation's answer, tolerant of the ways in which providers differ from their own documents.
 * Pure: gives the data or the failure, and never throws.
 */
export function readAnswer<O extends Operation>(operation: O, status: number, body: string): ReadAnswer<O> {
  const parsed = parseText(body);
  const read = z.safeParse(envelope, parsed);
  if (!read.success) {
    return unreadable(
      status,
      parsed === undefined ? 'The answer is not JSON' : 'The answer is not an object',
    );
  }
  const errorCode = read.data.error_code ?? read.data.errorCode ?? null;
  const isFailure = status < 200 || status > 299 || errorCode !== null;
  if (isFailure) {
    const message = read.data.error_message ?? read.data.errorMessage;
    return message === null || message === undefined
      ? unreadable(status, `The answer has status ${status} and no message`)
      : { ok: false, kind: 'failure', status, errorCode, message, data: read.data.data ?? null };
  }
  const isBare = read.data.code === undefined && z.safeParse(bareAnswer, parsed).success;
  return readData(operation, status, isBare ? parsed : read.data.data);
}

function unreadable(status: number, message: string): { ok: false } & FailedAnswer {
  return { ok: false, kind: 'unreadable', status, errorCode: null, message, data: null };
}

function readData<O extends Operation>(operation: O, status: number, data: unknown): ReadAnswer<O> {
  const read = z.safeDecode(operation.data, data);
  if (!read.success) {
    const where = read.error.issues[0]?.path.join('.');
    return unreadable(status, `The answer breaks the contract at ${where ? `data.${where}` : 'data'}`);
  }
  if (operation.rows === undefined) return { ok: true, data: read.data as ReadDataOf<O> };

  const { key, schema } = operation.rows;
  const rows = z.safeParse(z.looseObject({ [key]: z.array(z.unknown()) }), data);
  const list = rows.success ? rows.data[key] : undefined;
  if (list === undefined) return unreadable(status, `The answer breaks the contract at data.${key}`);
  return {
    ok: true,
    data: { ...(read.data as object), rows: list.map((row) => readRow(schema, row)) } as ReadDataOf<O>,
  };
}

/** Reads a row whole or, where it breaks the contract, field by field, so that one bad field costs only itself. */
export function readRow(schema: z.ZodMiniObject, row: unknown): ReadRow<Record<string, unknown>> {
  const whole = z.safeDecode(schema, row as never);
  if (whole.success) return { isWhole: true, value: whole.data, problems: [] };
  const source = z.safeParse(z.record(z.string(), z.unknown()), row);
  if (!source.success) return { isWhole: false, value: {}, problems: ['the row is not an object'] };

  const value: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, field] of Object.entries(schema.shape)) {
    const read = z.safeDecode(field as z.ZodMiniType, source.data[name]);
    if (read.success) value[name] = read.data;
    else problems.push(name in source.data ? `${name} cannot be read` : `${name} is missing`);
  }
  return { isWhole: false, value, problems };
}
