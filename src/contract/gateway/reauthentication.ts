import * as z from 'zod/mini';
import { bodyFailures, busyFailure, sessionFailure } from '../failures.ts';
import { requiredMessage } from '../fields.ts';
import { operation } from '../operation.ts';
import {
  challenge,
  expiredFailure,
  passkeyResponse,
  passkeysFailure,
  recoveryCode,
  requestOptions,
  secondFactorCode,
} from './credentials.ts';
import { sessionPath } from './sessions.ts';

/** How long a proof is worth something, in minutes. */
export const REAUTHENTICATION_MINUTES = 10;

const path = `${sessionPath}/reauthentication`;
const tag = 'Session';
/** The proof itself is in the header. */
const data = z.object({
  /** ISO 8601. */
  expires_at: z.string(),
});

const throttledFailure = {
  status: 429,
  errorCode: 'request',
  when: 'Too many failed proofs from this address or for this user; see Retry-After',
} as const;
const failures = [...bodyFailures, sessionFailure, throttledFailure, busyFailure] as const;

const enter = (what: string) =>
  z
    .string({ error: requiredMessage })
    .check(z.minLength(1, `Enter your ${what}.`), z.maxLength(1024, `Enter your ${what}.`));

export const startReauthentication = operation({
  id: 'startReauthentication',
  method: 'POST',
  isReading: true,
  path: `${path}/passkey-options`,
  tag,
  summary: 'What the browser needs to prove with a passkey who is signed in',
  permission: null,
  body: z.strictObject({}),
  grantsAccess: true,
  data: z.object({ challenge: z.string(), options: requestOptions }),
  failures: [...failures, passkeysFailure],
});

export const reauthenticateWithPasskey = operation({
  id: 'reauthenticateWithPasskey',
  method: 'POST',
  path: `${path}/passkey`,
  tag,
  summary: 'Prove with a passkey who is signed in',
  permission: null,
  body: z.strictObject({ challenge, response: passkeyResponse }),
  grantsAccess: true,
  data,
  failures: [...failures, expiredFailure, passkeysFailure],
});

export const reauthenticateWithPassword = operation({
  id: 'reauthenticateWithPassword',
  method: 'POST',
  path: `${path}/password`,
  tag,
  summary: 'Prove with a password and a code who is signed in',
  permission: null,
  body: z.strictObject({ password: enter('password'), code: secondFactorCode }),
  grantsAccess: true,
  data,
  failures,
});

export const reauthenticateWithRecoveryCode = operation({
  id: 'reauthenticateWithRecoveryCode',
  method: 'POST',
  path: `${path}/recovery-code`,
  tag,
  summary: 'Prove with a recovery code who is signed in, for a user without a password',
  permission: null,
  body: z.strictObject({ code: recoveryCode }),
  grantsAccess: true,
  data,
  failures,
});

export const reauthenticateWithKey = operation({
  id: 'reauthenticateWithKey',
  method: 'POST',
  path: `${path}/key`,
  tag,
  summary: 'Prove with the API key that signed in that it is still at hand',
  permission: null,
  body: z.strictObject({ token: enter('API key') }),
  grantsAccess: true,
  data,
  failures,
});

export const reauthenticationOperations = [
  startReauthentication,
  reauthenticateWithPasskey,
  reauthenticateWithPassword,
  reauthenticateWithRecoveryCode,
  reauthenticateWithKey,
] as const;
