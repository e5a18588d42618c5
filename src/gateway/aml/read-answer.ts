import * as z from 'zod/mini';
import { operation } from '#contract/operation.ts';
import { parseResponse } from '#contract/parse-response.ts';
import { recheckAmlReport } from '#contract/wallet-service/aml.ts';
import { parseReport, parseReportData, type ReportResult, resultOf } from '#domain/aml/read-report.ts';
import { ExactNumber, parseJson } from '#domain/json.ts';
import { type Instant, toDate } from '#domain/time.ts';
import { ServiceError } from '#http/service-error.ts';
import { plainText } from '../audit-log/describe-request.ts';
import { isRefusedAddress, NoAnswerError } from '../remote/provider-failures.ts';
import type { AmlAnswer } from './aml-provider.ts';

/** Why there is no report: a sentence for people, with the provider's own message if it sent one. */
export type CheckFailure = {
  /** The status of the provider's answer; null if none arrived. */
  status: number | null;
  /** `error_code` of the provider, or its `code`; empty where it names none. */
  code: string;
  message: string;
};

/** What a provider's answer means for a check, whether it was asked for one or for its report. */
export type ReadCheckAnswer =
  | { kind: 'report'; findings: ReportResult }
  /** There will be a report under this name. */
  | { kind: 'uid'; uid: string }
  /** The provider refused, with its own message. `uid`: the ID that it assigned anyway. */
  | { kind: 'refused'; uid: string | undefined; failure: CheckFailure }
  /** Neither the provider nor a proxy before it has understood the request: nothing was done. */
  | { kind: 'notUnderstood'; failure: CheckFailure }
  /** The key is not, or no longer, accepted. */
  | { kind: 'refusedKey'; failure: CheckFailure }
  /** This machine is not accepted. */
  | { kind: 'refusedAddress'; failure: CheckFailure }
  /** Nothing was done yet; it will be later. */
  | { kind: 'notNow'; retryAfterMs: number | undefined; failure: CheckFailure }
  /** It is unknown whether anything was done. */
  | { kind: 'unclear'; failure: CheckFailure };

// What an answer is made of is looked at here, since providers differ: only the envelope is the contract's.
const { id, method, path, tag, summary, permission, failures } = recheckAmlReport;
const anyAnswer = operation({ id, method, path, tag, summary, permission, failures, data: z.unknown() });
const fields = z.record(z.string(), z.unknown());

const LONGEST_MESSAGE = 1000;
const LONGEST_UID = 4096;
const LONGEST_QUOTE = 300;
const LONGEST_RETRY_MS = 3_600_000;

export type AnswerToRead = Omit<AmlAnswer, 'body'> & {
  body: Uint8Array;
  ipNotAllowedMessage: string;
  at: Instant;
};

type Fail = (message: string, code?: string) => CheckFailure;

/** Runs in a thread where the answer is large, so it takes and returns plain data. */
export function readCheckAnswer(answer: AnswerToRead): ReadCheckAnswer {
  const { status, body, ipNotAllowedMessage } = answer;
  const text = textOfBytes(body);
  const read = parseResponse(anyAnswer, status, text, { query: {} });
  const refusal = !read.ok && read.kind === 'failure' ? read : undefined;
  const code = refusal?.errorCode ?? '';
  const details = refusal === undefined ? describe(text) : `: ${refusal.message}`;
  const fail: Fail = (message, theirs = code) => ({
    status,
    code: plainText(theirs),
    message: plainText(message, '', LONGEST_MESSAGE),
  });

  if (status === 401) {
    return { kind: 'refusedKey', failure: fail('The wallet service no longer accepts the API key') };
  }
  if (isRefusedAddress(status, text)) {
    return { kind: 'refusedAddress', failure: fail(ipNotAllowedMessage) };
  }
  if (status === 429) {
    const failure = fail(`The wallet service is limiting requests${refusal ? details : ''}`);
    return { kind: 'notNow', retryAfterMs: readRetryAfter(answer.retryAfter, answer.at), failure };
  }
  if (status >= 500 || status === 408) {
    return { kind: 'unclear', failure: fail(`The wallet service failed${details}`) };
  }
  if (refusal !== undefined) {
    const failure = fail(refusal.message.trim() || noReason);
    // The interface refuses an action that a key has no permission for so.
    if (status === 400 && code === 'system') return { kind: 'refusedKey', failure };
    return { kind: 'refused', uid: uidOf(fieldsOf(refusal.data)), failure };
  }
  if (status >= 400) {
    const failure = fail(`The wallet service doesn’t understand the request${details}`);
    return { kind: 'notUnderstood', failure };
  }
  const data = fieldsOf((read.ok ? read.data : undefined) ?? parsed(text));
  return (
    readData(data, fail) ??
    // Some providers send `{success, data}` and no more of the envelope.
    readData(fieldsOf(data['data']), fail) ?? {
      kind: 'unclear',
      failure: fail(`The wallet service’s response doesn’t match the interface${details}`),
    }
  );
}

/** What a stored report says about risk; undefined if it can't be read. Runs in a thread where the report is large. */
export function readStoredReport(answer: Uint8Array): ReportResult | undefined {
  const report = parseReport(textOfBytes(answer));
  return report && resultOf(report);
}

const noReason = 'The wallet service gave no reason';

/** Undefined where there is neither a report nor anything that leads to one. */
function readData(data: Record<string, unknown>, fail: Fail): ReadCheckAnswer | undefined {
  const report = parseReportData(data);
  const findings = report && resultOf(report);
  if (findings !== undefined && findings.score !== null) return { kind: 'report', findings };
  const uid = uidOf(data);
  const message = textOf(data['error_message']);
  const errorCode = textOf(data['error_code']);
  if (message !== undefined || errorCode !== undefined) {
    const failure = fail(message ?? noReason, errorCode ?? textOf(data['code']));
    return { kind: 'refused', uid, failure };
  }
  if (uid !== undefined) return { kind: 'uid', uid };
  return findings === undefined ? undefined : { kind: 'report', findings };
}

/** What a provider that gave no answer means for a check. Throws what isn’t a failure of the provider. */
export function readMissingAnswer(error: unknown): Exclude<ReadCheckAnswer, { kind: 'report' }> {
  if (!(error instanceof ServiceError)) throw error;
  const isKnown = error instanceof NoAnswerError;
  const failure = { status: null, code: '', message: isKnown ? error.message : error.message };
  if (isKnown && !error.mayBeDone) return { kind: 'notNow', retryAfterMs: undefined, failure };
  return { kind: 'unclear', failure };
}

function textOfBytes({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf8');
}

/** Some providers answer without the envelope. */
function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return z.safeParse(fields, value).data ?? {};
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' || value instanceof ExactNumber) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function uidOf(data: Record<string, unknown>): string | undefined {
  const uid = textOf(data['uid']);
  const isStorable =
    uid !== undefined && uid.length <= LONGEST_UID && !uid.includes('\u0000') && uid.isWellFormed();
  return isStorable ? uid : undefined;
}

/** Describes an answer outside the interface, and how it begins: a uid may be in it. */
function describe(text: string): string {
  const beginning = text.slice(0, LONGEST_QUOTE).trim();
  if (beginning === '') return ' (empty response)';
  if (beginning.startsWith('<')) return ' (the response is a web page)';
  return ` (the response begins with “${beginning}${text.length > LONGEST_QUOTE ? '…' : ''}”)`;
}

/** `Retry-After` in seconds or as a date, for an answer that arrived at the moment given. */
function readRetryAfter(header: string | undefined, at: Instant): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - toDate(at).getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), LONGEST_RETRY_MS) : undefined;
}
