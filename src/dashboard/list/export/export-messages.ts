import type { ReauthenticationWay } from '#contract/gateway/reauthentication-proof.ts';
import { ApiError, type ApiErrorDetails } from '#dashboard/lib/api-error.ts';
import type { ExportedFile, ExportRequest } from './export-request.ts';
import type { ExportProgress } from './run-export.ts';

/** Messages from the page to the worker. */
export type ToWorker =
  | { type: 'start'; request: ExportRequest; proof: string | null; accountPrefix: string }
  /** Reads on from the page that failed. */
  | { type: 'continue' }
  /** What shows that the user has just proved who it is; null if the user hasn't. */
  | { type: 'proof'; proof: string | null };

/** A failure as it travels: an error loses its class on the way. */
export type SentError = { name: string; message: string; details: ApiErrorDetails | undefined };

/** Messages from the worker to the page. */
export type FromWorker =
  | ({ type: 'progress' } & ExportProgress)
  /** A page is asked for again in so many seconds. */
  | { type: 'pause'; page: number; seconds: number; error: SentError }
  /** A page has failed; the worker waits for a message that continues or ends it. */
  | { type: 'failed'; page: number; error: SentError }
  /** The user has to prove who it is before the file is recorded. */
  | { type: 'reauthenticate'; ways: readonly ReauthenticationWay[] }
  /** It can't continue. */
  | { type: 'ended'; error: SentError }
  | { type: 'done'; file: ExportedFile };

export function sendError(error: Error): SentError {
  return {
    name: error.name,
    message: error.message,
    details: error instanceof ApiError ? detailsOf(error) : undefined,
  };
}

export function receiveError({ name, message, details }: SentError): Error {
  return details === undefined ? Object.assign(new Error(message), { name }) : new ApiError(details);
}

function detailsOf(error: ApiError): ApiErrorDetails {
  const { kind, status, message, fields, requestId, lacking, retryAfterSeconds } = error;
  return { kind, status, message, fields, requestId, lacking, retryAfterSeconds };
}
