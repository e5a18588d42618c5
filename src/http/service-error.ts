import type { Failure } from '#contract/operation.ts';

type Details = {
  /** The envelope's `error_code`; `request` for 4xx but 401, 403 and 404. */
  errorCode?: Failure['errorCode'];
  /** The envelope's `data`: for validation failures a map of parameter to rule message. */
  data?: unknown;
  headers?: Record<string, string>;
};

const usualErrorCode: Record<Failure['status'], Failure['errorCode']> = {
  400: 'request',
  401: 'system',
  403: 'system',
  404: 'not_found',
  405: 'request',
  409: 'request',
  413: 'request',
  415: 'request',
  429: 'request',
  500: 'system',
  502: 'system',
  503: 'system',
  504: 'system',
};

/** A failure that the caller may see, with its message. Anything else that is thrown is a bug. */
export class ServiceError extends Error {
  readonly status: Failure['status'];
  readonly errorCode: Failure['errorCode'];
  readonly data: unknown;
  readonly headers: Record<string, string>;

  constructor(status: Failure['status'], message: string, details: Details = {}) {
    super(message);
    this.name = 'ServiceError';
    this.status = status;
    this.errorCode = details.errorCode ?? usualErrorCode[status];
    this.data = details.data ?? null;
    this.headers = details.headers ?? {};
  }
}

/** The published validation failure: each offending parameter with its rule. */
export function validationError(rules: Record<string, string>): ServiceError {
  const [[name, rule] = ['', ''], ...others] = Object.entries(rules);
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return new ServiceError(400, `Validation failed: ${name}: ${rule}${more}`, { data: rules });
}
