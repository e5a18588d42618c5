import * as z from 'zod/mini';
import { parseResponse } from '#contract/parse-response.ts';
import { createWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { ExactNumber, parseJson } from '#domain/json.ts';
import { isRefusedAddress } from '../remote/provider-failures.ts';

/** What a provider's response to a withdrawal says about it. */
export type ReadResponse =
  | { kind: 'confirmed'; requestId: string }
  /** Nothing was created, and nothing will be. */
  | { kind: 'refused'; reason: string }
  | { kind: 'unknown'; reason: string };

/**
 * Statuses that leave the outcome open though they are refusals: the provider stopped waiting for itself (408), there
 * may be a request with this external ID already (409), it may come back to this one later (425).
 */
const openRefusals = new Set([408, 409, 425]);

/** With these, a provider or a proxy before it turns a request away unread, whatever else the response says. */
const turnedAway = new Set([401, 404, 405, 413, 415, 429]);

const fields = z.record(z.string(), z.unknown());

/**
 * Only what the interface says counts as a definite answer: a request with its ID, or a failure in an envelope with a
 * status of 400 to 499. Everything else, such as a response of a proxy, leaves the outcome unknown.
 */
export function readResponse(status: number, body: string): ReadResponse {
  const answer = parseResponse(createWithdrawalRequest, status, body, { query: {} });
  if (answer.ok) {
    const { success, data } = answer.data;
    if (success && data.request_id !== '') return { kind: 'confirmed', requestId: data.request_id };
    return unknown('The response shows a request without an ID, or says that it failed.');
  }
  // A failure may come with the status of a success, and its own in the envelope.
  const code = status < 300 ? codeOf(body) : status;
  if (answer.kind === 'failure' && code >= 400 && code < 500 && !openRefusals.has(code)) {
    return { kind: 'refused', reason: answer.message };
  }
  if (answer.kind === 'failure') {
    return unknown(`The wallet service failed (${code}): ${answer.message}`);
  }
  if (isRefusedAddress(status, body)) {
    return { kind: 'refused', reason: 'The provider doesn’t accept requests from this IP address' };
  }
  if (turnedAway.has(status)) {
    return {
      kind: 'refused',
      reason: `The wallet service rejected the request (HTTP ${status})`,
    };
  }
  const requestId = status < 300 ? findRequestId(body) : undefined;
  return requestId === undefined
    ? unknown(`The response isn’t a valid wallet service response (HTTP ${status}).`)
    : { kind: 'confirmed', requestId };
}

function unknown(reason: string): ReadResponse {
  return { kind: 'unknown', reason: /[.!?]$/.test(reason) ? reason : `${reason}.` };
}

function codeOf(body: string): number {
  const code = parseFields(body)['code'];
  return typeof code === 'string' || typeof code === 'number' ? Number(code) : 0;
}

/** The ID in a success that breaks the contract elsewhere: it still says that there is a request. */
function findRequestId(body: string): string | undefined {
  const answer = parseFields(body);
  const data = asFields(answer['data']);
  const inner = asFields(data['data']);
  if ([answer, data].some((each) => each['success'] === false)) return undefined;
  for (const { request_id: id } of [inner, data, answer]) {
    if (typeof id === 'string' && id !== '') return id;
    if (typeof id === 'number') return String(id);
    if (id instanceof ExactNumber) return id.source;
  }
  return undefined;
}

function parseFields(body: string): Record<string, unknown> {
  try {
    return asFields(parseJson(body));
  } catch {
    return {};
  }
}

function asFields(value: unknown): Record<string, unknown> {
  return z.safeParse(fields, value).data ?? {};
}
