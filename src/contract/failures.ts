import type { Failure } from './operation.ts';

/** The failures of an operation that needs a permission. */
export const permissionFailure = {
  status: 400,
  errorCode: 'system',
  when: 'The API key has no permission for the action',
} as const satisfies Failure;

/** The failure of a user whose role lacks a permission; `data.lacking` names what it lacks. */
const roleFailure = {
  status: 403,
  errorCode: 'system',
  when: "The user's role lacks a permission; data.lacking names it",
} as const satisfies Failure;

/** It may be repeated as it is. A change whose outcome is unknown is a 500 instead. */
export const busyFailure = {
  status: 503,
  errorCode: 'system',
  when: 'The service is busy and nothing was done; see Retry-After',
  isDecided: true,
} as const satisfies Failure;

/** The failures of any wallet service operation, whatever the key's permissions. */
export const keyFailures = [
  { status: 401, errorCode: 'system', when: 'The API key is missing or unknown', isDecided: true },
  {
    status: 429,
    errorCode: 'request',
    when: 'Too many requests with this key; see Retry-After',
    isDecided: true,
  },
  { status: 500, errorCode: 'system', when: 'Unexpected server error' },
  busyFailure,
] as const satisfies readonly Failure[];

/** The failures of any wallet service operation that needs a permission. */
export const commonFailures = [permissionFailure, ...keyFailures] as const satisfies readonly Failure[];

/** Parameters or fields that break their rules; `data` names each one. */
export const validationFailure = {
  status: 400,
  errorCode: 'request',
  when: 'Validation failure; data maps each offending parameter to a rule message',
} as const satisfies Failure;

/** The additional failures of any operation with a body. */
export const bodyFailures = [
  validationFailure,
  { status: 413, errorCode: 'request', when: 'The body is too large', isDecided: true },
  { status: 415, errorCode: 'request', when: 'The body is not application/json in UTF-8', isDecided: true },
] as const satisfies readonly Failure[];

/** The errors of an operation of the gateway itself without a session. */
export const sessionFailure = {
  status: 401,
  errorCode: 'system',
  when: 'There is no session, or it has ended',
} as const satisfies Failure;

/** The errors of any operation for signed-in users. */
export const signedInFailures = [
  sessionFailure,
  { status: 429, errorCode: 'request', when: 'Too many requests with this key; see Retry-After' },
  roleFailure,
  busyFailure,
] as const satisfies readonly Failure[];

/** The errors of any change by a signed-in user. */
export const signedInChangeFailures = [
  ...bodyFailures,
  ...signedInFailures,
  { status: 403, errorCode: 'system', when: 'The request may come from another site' },
] as const satisfies readonly Failure[];
