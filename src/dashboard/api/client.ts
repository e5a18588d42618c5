import * as z from 'zod/mini';
import type { AskedQuery } from '#contract/asked-query.ts';
import { ownServiceHeader } from '#contract/gateway/own-service.ts';
import { requestName } from '#contract/early-responses.ts';
import { isChange, type Operation } from '#contract/operation.ts';
import { type Lacking, rolePermissions } from '#contract/permissions.ts';
import { type FailedAnswer, type ReadDataOf, readResponse, trusting } from '#contract/read-answer.ts';
import { requestPath } from '#contract/request-path.ts';
import { pageAccountPrefix } from '#dashboard/lib/page-account.ts';
import { noteAvailability } from '#dashboard/lib/use-busy.ts';
import { noteServerTime } from '#dashboard/lib/server-time.ts';
import { ApiError, type ApiErrorKind } from '#dashboard/lib/api-error.ts';
import { forgetEarlyResponses, takeEarlyResponse } from './early-responses.ts';
import { noteProof, proofHeaders, reauthenticate, waysToProve } from './reauthentication.ts';

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
  const asError = (failure: FailedAnswer, { headers }: Response) => asApiError(operation, failure, headers);
  const callProvider = async (first?: Response) => {
    const { callProvidersList } = await providerLists();
    const asking = { send: async (sent: AskedQuery) => send(operation, { query: sent }, signal), asError };
    const called = await callProvidersList(
      operation,
      query,
      first === undefined ? asking : { first, ...asking },
    );
    return noteTime(called.data, called.response);
  };
  const isWalletServicesList = operation.rows?.parameters !== undefined;
  if (isWalletServicesList && isProviderSeen) return callProvider();
  const response = await send(operation, { query, body }, signal);
  // Other failures say nothing of a list, and may come from before the wallet service.
  const isOfList = response.status < 300 || response.status === 400;
  if (isWalletServicesList && isOfList && !response.headers.has(ownServiceHeader)) {
    isProviderSeen = true;
    return callProvider(response);
  }
  const read = ({ status, text }: Response) =>
    readResponse(operation, { status, body: text }, { query }, trusting);
  const answer = read(response);
  if (answer.ok) return noteTime(answer.data, response);
  const ways = waysToProve(answer);
  if (ways === undefined) throw asError(answer, response);
  if (!(await reauthenticate(ways))) throw unproved(response.status);
  const second = await send(operation, { query, body }, signal);
  const proved = read(second);
  if (!proved.ok) throw asError(proved, second);
  return noteTime(proved.data, second);
}

/**
 * Calls an operation after which the server refuses others, as `call` does. Reads that are underway are taken back:
 * they and what the page asks meanwhile are only sent if the call fails.
 */
export async function callLast<O extends Operation>(operation: O, request: RequestOf<O>): Promise<void> {
  const outcome = Promise.withResolvers<void>();
  last = { operation, hasFailed: outcome.promise };
  reads.abort();
  try {
    await call(operation, request);
  } catch (error) {
    last = undefined;
    reads = new AbortController();
    outcome.resolve();
    throw error;
  }
}

let last: { operation: Operation; hasFailed: Promise<void> } | undefined;

/** Takes back all reads that are underway. */
let reads = new AbortController();

/** The user was asked to prove who it is, and didn't. */
function unproved(status: number): ApiError {
  const message = 'You didn’t confirm that it’s you, so nothing was changed.';
  return new ApiError({ kind: 'refused', status, message });
}

/** Whether a list came from a provider, and not from our own service. */
let isProviderSeen = false;

// Our own service follows the contract, so its pages do without.
const providerLists = async () => import('./provider-lists.ts');

function noteTime<T>(data: T, { askedAt }: Response): T {
  if (typeof data === 'object' && data !== null) times.set(data, askedAt);
  return data;
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

export type Transport = (path: string, init: RequestInit) => Promise<globalThis.Response>;

let transport: Transport = async (path, init) => fetch(path, init);

/** Has `call` send its requests with this function: the server draws first screens with the same code. */
export function requestWith(own: Transport): void {
  transport = own;
}

type AnyRequest = { query?: AskedQuery; body?: unknown };

type Response = { status: number; text: string; headers: Headers; askedAt: number };

async function send(operation: Operation, request: AnyRequest, signal?: AbortSignal): Promise<Response> {
  if (last?.operation === operation) return sendNow(operation, request, signal);
  await last?.hasFailed;
  if (isChange(operation)) return sendNow(operation, request, signal);
  const { signal: takenBack } = reads;
  try {
    return await sendNow(operation, request, AbortSignal.any([takenBack, ...(signal ? [signal] : [])]));
  } catch (error) {
    if (!takenBack.aborted || signal?.aborted) throw error;
    return send(operation, request, signal);
  }
}

async function sendNow(operation: Operation, request: AnyRequest, signal?: AbortSignal): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const path = pageAccountPrefix() + requestPath(operation, request.query);
    const stop = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    const body = request.body === undefined ? null : JSON.stringify(request.body);
    if (isChange(operation)) forgetEarlyResponses();
    const early = isChange(operation) ? undefined : await takeEarlyResponse(requestName(path, body), stop);
    const askedAt = early?.askedAt ?? Date.now();
    const response =
      early?.response ??
      (await transport(path, {
        method: operation.method,
        headers: {
          ...(request.body !== undefined && { 'content-type': 'application/json' }),
          ...(isChange(operation) && proofHeaders()),
        },
        body,
        credentials: 'same-origin',
        redirect: 'error',
        signal: stop,
      }));
    noteServerTime(response.headers.get('date'), early?.arrivedAt ?? Date.now());
    noteAvailability(response.status);
    noteProof(response.headers);
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
