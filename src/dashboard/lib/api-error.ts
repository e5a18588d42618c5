import type { Lacking } from '#contract/permissions.ts';

/** What went wrong, as far as it decides what the person can do next. */
export type ApiErrorKind =
  /** No answer: offline, the server is down, the request took too long. */
  | 'unreachable'
  /** The session has ended, or never was. */
  | 'unauthenticated'
  /** The key, or the user's role, lacks a permission. */
  | 'forbidden'
  /** Fields or parameters break their rules; see `fields`. */
  | 'validation'
  | 'not_found'
  | 'rate_limited'
  /** Understood and not allowed, for the reason that the message gives. */
  | 'refused'
  /** The server failed. */
  | 'server'
  /** An answer that is not what the contract says. */
  | 'unreadable';

export type ApiErrorDetails = {
  kind: ApiErrorKind;
  /** The HTTP status, 0 when there was no answer. */
  status: number;
  message: string;
  /** Field or parameter → the rule that it breaks, in the service's own words. */
  fields?: Record<string, string>;
  /** Finds the request in the server's logs. */
  requestId?: string | null;
  /** The permissions that are missing, where that is what is wrong. */
  lacking?: Lacking | null;
  retryAfterSeconds?: number | null;
  /** A change that may or may not have been made. */
  isOutcomeUnknown?: boolean;
  /** The envelope's `data`, where it is more than fields. */
  data?: unknown;
};

/** The one error that `call` throws, whatever went wrong. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  readonly status: number;
  readonly fields: Record<string, string>;
  readonly requestId: string | null;
  readonly lacking: Lacking | null;
  readonly retryAfterSeconds: number | null;
  readonly isOutcomeUnknown: boolean;
  readonly data: unknown;

  constructor(details: ApiErrorDetails, cause?: unknown) {
    super(details.message, { cause });
    this.name = 'ApiError';
    this.kind = details.kind;
    this.status = details.status;
    this.fields = details.fields ?? {};
    this.requestId = details.requestId ?? null;
    this.lacking = details.lacking ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.isOutcomeUnknown = details.isOutcomeUnknown ?? false;
    this.data = details.data ?? null;
  }
}
