import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { answerSchema } from '#contract/answer-schema.ts';
import type { Operation } from '#contract/operation.ts';
import { parseJson, stringifyJson } from '#domain/json.ts';
import type { Answer } from '../testing.ts';

const failureEnvelope = z.strictObject({
  code: z.string(),
  error_code: z.enum(['request', 'system', 'not_found']),
  error_message: z.string().check(z.minLength(1)),
  data: z.nullable(z.record(z.string(), z.string())),
});

const successEnvelope = z.strictObject({
  code: z.literal('200'),
  error_code: z.null(),
  error_message: z.null(),
  data: z.unknown(),
});

/** Describes how the response differs from the contract; undefined if it doesn't. */
export function complaintAbout(operation: Operation, { status, text }: Answer): string | undefined {
  if (status === 500) return 'a failure of the server';
  const body = parseJson(text);
  return status === 200 ? aboutSuccess(operation, body) : aboutFailure(operation, status, body);
}

function aboutSuccess(operation: Operation, body: unknown): string | undefined {
  const envelope = z.safeParse(successEnvelope, body);
  if (!envelope.success) return `the envelope: ${envelope.error.message}`;
  const schema = answerSchema(operation);
  const read = z.safeParse(schema, envelope.data.data);
  if (!read.success) return `the data: ${read.error.message}`;
  // Reading drops what the contract does not name: written again, nothing may be missing.
  const written = parseJson(stringifyJson(z.encode(schema, read.data)));
  return isDeepStrictEqual(written, envelope.data.data)
    ? undefined
    : 'the data has more than the contract says';
}

function aboutFailure(operation: Operation, status: number, body: unknown): string | undefined {
  const envelope = z.safeParse(failureEnvelope, body);
  if (!envelope.success) return `the envelope: ${envelope.error.message}`;
  const { code, error_code: errorCode } = envelope.data;
  if (code !== String(status)) return `the status is ${status}, the envelope says ${code}`;
  const isListed = operation.failures.some((each) => each.status === status && each.errorCode === errorCode);
  return isListed ? undefined : `${status} ${errorCode} is no failure of ${operation.id}`;
}
