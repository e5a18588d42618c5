import type { Failure } from './operation.ts';

/** What any operation of the wallet service may answer. */
export const commonFailures = [
  { status: 400, errorCode: 'system', when: 'The API key has no permission for the action' },
  { status: 401, errorCode: 'system', when: 'The API key is missing or unknown', isDecided: true },
  {
    status: 429,
    errorCode: 'request',
    when: 'Too many requests with this key; see Retry-After',
    isDecided: true,
  },
  { status: 500, errorCode: 'system', when: 'Unexpected server error' },
] as const satisfies readonly Failure[];

/** Parameters or fields that break their rules; `data` names each one. */
export const validationFailure = {
  status: 400,
  errorCode: 'request',
  when: 'Validation failure; data maps each offending parameter to a rule message',
} as const satisfies Failure;

/** What any operation with a body may answer on top. */
export const bodyFailures = [
  validationFailure,
  { status: 413, errorCode: 'request', when: 'The body is too large', isDecided: true },
  { status: 415, errorCode: 'request', when: 'The body is not application/json', isDecided: true },
] as const satisfies readonly Failure[];
