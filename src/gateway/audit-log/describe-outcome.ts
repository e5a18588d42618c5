import * as z from 'zod/mini';
import { parseJson } from '#domain/json.ts';
import { plainText } from './describe-request.ts';

/** What of an answer is written down. */
export type DescribedOutcome = { status: number; error_message: string | null; created_id: string | null };

/** The first of these that a response has names what was created. */
const idFields = ['request_id', 'uid', 'id', 'address'];

const LONGEST_MESSAGE = 1000;
const fields = z.record(z.string(), z.unknown());
const text = z.string();

/** `payload` is the answer's body. */
type Answer = { method: string; status: number; payload: unknown };

/**
 * Providers differ in how they put a failure: see `parseResponse`. Runs in a thread where the answer is large, so it takes
 * and returns plain data.
 */
export function describeOutcome({
  answer: { method, status, payload },
  apiKey,
}: {
  answer: Answer;
  apiKey: string;
}): DescribedOutcome {
  const body = parseFields(payload);
  const data = z.safeParse(fields, body['data']).data ?? {};
  const hasFailed =
    textOf(body, 'error_code', 'errorCode') !== undefined ||
    body['success'] === false ||
    data['success'] === false;
  const failure = hasFailed ? body : undefined;
  const message = ['error_message', 'errorMessage'] as const;
  const errorText = textOf(failure ?? data, ...message) ?? textOf(data, ...message);
  const inner = z.safeParse(fields, data['data']).data ?? {};
  // A check that was started; one that runs already, or is recent, did not come into being now.
  const begun = data['outcome'] === 'started' ? z.safeParse(text, idOf(data['check'])).data : undefined;
  const file = z.safeParse(text, idOf(data['file'])).data;
  const isDone = status < 300 && failure === undefined;
  const created =
    isDone && method === 'POST' ? (begun ?? file ?? textOf({ ...data, ...inner }, ...idFields)) : undefined;
  return {
    status: status < 300 && failure !== undefined ? statusOf(failure) : status,
    error_message: errorText === undefined ? null : plainText(errorText, apiKey, LONGEST_MESSAGE),
    created_id: created === undefined ? null : plainText(created, apiKey),
  };
}

function parseFields(payload: unknown): Record<string, unknown> {
  const body = payload instanceof Uint8Array ? Buffer.from(payload).toString('utf8') : payload;
  if (typeof body !== 'string') return {};
  try {
    return z.safeParse(fields, parseJson(body)).data ?? {};
  } catch {
    return {};
  }
}

function idOf(value: unknown): unknown {
  return z.safeParse(fields, value).data?.['id'];
}

/** The first of the fields that is there as text or a number. */
function textOf(from: Record<string, unknown>, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = from[name];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return undefined;
}

/** A failure that came with the status of a success names its own in the envelope; else it counts as refused. */
function statusOf(failure: Record<string, unknown>): number {
  const code = Number(z.safeParse(text, failure['code']).data ?? failure['code']);
  return Number.isInteger(code) && code >= 400 && code <= 599 ? code : 400;
}
