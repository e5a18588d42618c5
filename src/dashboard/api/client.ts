import * as z from 'zod/mini';
import type { AskedQuery } from '#contract/check-answer.ts';
import { isChange, type Operation } from '#contract/operation.ts';
import { type Lacking, rolePermissions } from '#contract/permissions.ts';
import { type FailedAnswer, type ReadDataOf, type ReadList, parseResponse } from '#contract/read-answer.ts';
import { requestPath } from '#contract/request-path.ts';
import { noteAvailability } from '#dashboard/lib/use-busy.ts';
import { noteServerTime } from '#dashboard/lib/server-time.ts';
import { ApiError, type ApiErrorKind } from '#dashboard/lib/api-error.ts';
import { forgetEarlyResponses, takeEarlyResponse } from './early-responses.ts';
import { askable, learnFromAnswer, learnFromHeaders, learnFromRefusal } from './provider-limits.ts';

// The page's Content-Security-Policy forbids code made from text, which zod would otherwise try.
z.config({ jitless: true });

/** Longer than the gateway's timeout for a provider, so that the gateway's message arrives first. */
const timeoutMs = 45_000;

type Given<S> = S extends z.ZodMiniObject ? Partial<z.output<S>> : never;
type Sent<S> = S extends z.ZodMiniObject ? z.input<S> : never;

/** The arguments of an operation: its query (missing parameters take the contract's defaults) or its body. */
export type RequestOf<O extends Operation> = (O extends { query: infer S } ? { query?: Given<S> } : unknown) &
  (O extends { body: infer S } ? { body: Sent<S> } : unknown);

/**
 * Calls one operation of the contract and returns its data; a list's rows under `rows`, each parsed as far as it can
 * be. Throws ApiError, whatever went wrong. An abort through `signal` is rethrown unchanged.
 */
export async function call<O extends Operation>(
  operation: O,
  request: RequestOf<O>,
  signal?: AbortSignal,
): Promise<ReadDataOf<O>> {
  const { query = {}, body } = request as AnyRequest;
  const isProvidersList = operation.rows?.parameters !== undefined;
  for (;;) {
    const { sent } = isProvidersList ? askable(operation, query) : { sent: query };
    const response = await send(operation, { query: sent, body }, signal);
    if (isProvidersList) learnFromHeaders(operation, response.headers);
    const { sent: askedNow, asked } = isProvidersList
      ? askable(operation, query)
      : { sent, asked: { query } };
    // The gateway has just shown that it does what the provider refuses.
    if (Object.keys(askedNow).length > Object.keys(sent).length) continue;
    const answer = parseResponse(operation, response.status, response.text, asked);
    if (answer.ok) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: the data of a list
      if (isProvidersList) learnFromAnswer(operation, query, answer.data as ReadList<unknown>);
      if (typeof answer.data === 'object' && answer.data !== null) times.set(answer.data, response.askedAt);
      return answer.data;
    }
    const error = asApiError(operation, answer, response.headers);
    // Each refusal leaves less to refuse, so that this ends.
    if (!isProvidersList || !learnFromRefusal(operation, sent, error)) throw error;
  }
}

const times = new WeakMap<object, number>();

/** When data that `call` gave was requested, in milliseconds since 1970 by this machine's clock. */
export function requestedAt(data: object): number | undefined {
  return times.get(data);
}

/** Whether the server answers at all. Not an operation: it says nothing of an account. */
export async function isServerUp(): Promise<boolean> {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) });
    return answer.ok;
  } catch {
    return false;
  }
}

type Transport = (path: string, init: RequestInit) => Promise<globalThis.Response>;

let transport: Transport = async (path, init) => fetch(path, init);

/** Has `call` send its requests with this function: the server draws first screens with the same code. */
export function requestWith(own: Transport): void {
  transport = own;
}

type AnyRequest = { query?: AskedQuery; body?: unknown };

type Response = { status: number; text: string; headers: Headers; askedAt: number };

async function send(operation: Operation, request: AnyRequest, signal?: AbortSignal): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const path = requestPath(operation, request.query);
    const stop = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    if (isChange(operation)) forgetEarlyResponses();
    const early = operation.method === 'GET' ? await takeEarlyResponse(path, stop) : undefined;
    const askedAt = early?.askedAt ?? Date.now();
    const response =
      early?.response ??
      (await transport(path, {
        method: operation.method,
        headers: request.body === undefined ? {} : { 'content-type': 'application/json' },
        body: request.body === undefined ? null : JSON.stringify(request.body),
        credentials: 'same-origin',
        redirect: 'error',
        signal: stop,
      }));
    noteServerTime(response.headers.get('date'), early?.arrivedAt ?? Date.now());
    noteAvailability(response.status);
    return { status: response.status, text: await response.text(), headers: response.headers, askedAt };
  } catch (error) {
    if (signal?.aborted) throw error;
    const message = timeout.aborted ? 'The server took too long to respond.' : 'No response was received.';
    const isOutcomeUnknown = isChange(operation);
    throw new ApiError({ kind: 'unreachable', status: 0, message, isOutcomeUnknown }, error);
  }
}

function asApiError(operation: Operation, failure: FailedAnswer, headers: Headers): ApiError {
  const kind = kindOf(failure);
  const fields = z.safeParse(z.record(z.string(), z.string()), failure.data);
  const retryAfter = Number.parseInt(headers.get('retry-after') ?? '', 10);
  return new ApiError({
    kind,
    status: failure.status,
    message: failure.message,
    fields: kind === 'validation' && fields.success ? fields.data : {},
    requestId: headers.get('x-request-id'),
    lacking: kind === 'forbidden' ? lackingIn(failure, operation) : null,
    retryAfterSeconds: Number.isNaN(retryAfter) ? null : retryAfter,
    // Where the gateway could not ask a provider, its message says what is known of the change.
    isOutcomeUnknown: isChange(operation) && (failure.kind === 'unreadable' || kind === 'server'),
    data: failure.data,
  });
}

const ofRole = z.object({ lacking: z.array(z.enum(rolePermissions)) });

/** Which permissions are missing: those of a user's role, or the one of a key that the operation needs. */
function lackingIn({ status, data }: FailedAnswer, { permission }: Operation): Lacking {
  const role = z.safeParse(ofRole, data);
  if (status === 403) return { permissions: role.data?.lacking ?? [], of: 'role' };
  return { permissions: permission === null ? [] : [permission], of: 'key' };
}

function kindOf({ kind, status, errorCode, data }: FailedAnswer): ApiErrorKind {
  if (status === 401) return 'unauthenticated';
  if (status === 429) return 'rate_limited';
  // Gateways and proxies send these if the service behind them doesn't respond.
  if (status === 502 || status === 503 || status === 504) return 'unreachable';
  if (kind === 'unreadable') return status >= 500 ? 'server' : 'unreadable';
  if (status >= 500) return 'server';
  // Published: a missing permission is a 400 with error_code `system`.
  if (status === 400 && errorCode === 'system') return 'forbidden';
  if (status === 403 && z.safeParse(ofRole, data).success) return 'forbidden';
  if (status === 404) return 'not_found';
  return status === 400 && data !== null ? 'validation' : 'refused';
}
