import * as z from 'zod/mini';
import { bodyFailures, busyFailure } from '../failures.ts';
import { requiredMessage } from '../fields.ts';
import { operation } from '../operation.ts';
import {
  challenge,
  expiredFailure,
  newPassword,
  newPasskeyResponse,
  passkeyName,
  passkeyOptions,
  passkeyResponse,
  recoveryCode,
  passkeysFailure,
  requestOptions,
  secondFactorCode,
  totpCode,
  totpSetup,
} from './credentials.ts';
import { session, sessionPath } from './sessions.ts';

// In a file of its own, so that a signed-in user's page does not load it.

/** What a link has after `#`. */
export const linkToken = z
  .string({ error: requiredMessage })
  .check(z.regex(/^[\w-]{1,128}$/, 'Open the whole link.'));

const enterEmail = 'Enter your email address.';
const email = z
  .string({ error: requiredMessage })
  .check(z.trim(), z.minLength(1, enterEmail), z.maxLength(254, enterEmail));

const enterPassword = 'Enter your password.';

/** The recovery codes can't be read again. */
const joined = z.object({ session, recovery_codes: z.array(z.string()) });

export type Joined = z.output<typeof joined>;

const tag = 'Session';
const invitationPath = `${sessionPath}/invitation`;
const throttledFailure = {
  status: 429,
  errorCode: 'request',
  when: 'Too many failed sign-ins from this address or for this user; see Retry-After',
} as const;
const noKeyFailure = {
  status: 409,
  errorCode: 'request',
  when: 'The account has no API key for its users that the wallet service accepts',
} as const;
const invitationFailures = [
  ...bodyFailures,
  { status: 404, errorCode: 'not_found', when: 'The invitation is unknown, used or expired' },
  busyFailure,
] as const;
export const otherSiteFailure = {
  status: 403,
  errorCode: 'system',
  when: 'The request may come from another site',
} as const;
const signInFailures = [...bodyFailures, otherSiteFailure, throttledFailure, busyFailure] as const;

export const readInvitation = operation({
  id: 'readInvitation',
  method: 'POST',
  isReading: true,
  path: invitationPath,
  tag,
  summary: 'Who an invitation is for',
  permission: null,
  body: z.strictObject({ token: linkToken }),
  grantsAccess: true,
  data: z.object({
    name: z.string(),
    email: z.string(),
    /** ISO 8601. */
    expires_at: z.string(),
  }),
  failures: invitationFailures,
});

export const startInvitedPasskey = operation({
  id: 'startInvitedPasskey',
  method: 'POST',
  isReading: true,
  path: `${invitationPath}/passkey-options`,
  tag,
  summary: 'What the browser needs to make a passkey for an invited user',
  permission: null,
  body: z.strictObject({ token: linkToken }),
  grantsAccess: true,
  data: passkeyOptions,
  failures: [...invitationFailures, passkeysFailure],
});

export const joinWithPasskey = operation({
  id: 'joinWithPasskey',
  method: 'POST',
  path: `${invitationPath}/passkey`,
  tag,
  summary: 'Join with a passkey, which uses the invitation and signs in',
  permission: null,
  body: z.strictObject({ token: linkToken, challenge, name: passkeyName, response: newPasskeyResponse }),
  grantsAccess: true,
  data: joined,
  failures: [...invitationFailures, otherSiteFailure, expiredFailure, noKeyFailure, passkeysFailure],
});

export const startInvitedTotp = operation({
  id: 'startInvitedTotp',
  method: 'POST',
  isReading: true,
  path: `${invitationPath}/totp`,
  tag,
  summary: 'The secret of an authenticator app for an invited user',
  permission: null,
  body: z.strictObject({ token: linkToken }),
  grantsAccess: true,
  data: totpSetup,
  failures: invitationFailures,
});

export const joinWithPassword = operation({
  id: 'joinWithPassword',
  method: 'POST',
  path: `${invitationPath}/password`,
  tag,
  summary: 'Join with a password and an authenticator app, which uses the invitation and signs in',
  permission: null,
  body: z.strictObject({ token: linkToken, challenge, password: newPassword, code: totpCode }),
  grantsAccess: true,
  data: joined,
  failures: [...invitationFailures, otherSiteFailure, expiredFailure, noKeyFailure],
});

export const startPasskeySignIn = operation({
  id: 'startPasskeySignIn',
  method: 'POST',
  isReading: true,
  path: `${sessionPath}/passkey-options`,
  tag,
  summary: 'What the browser needs to sign in with a passkey',
  permission: null,
  body: z.strictObject({}),
  grantsAccess: true,
  data: z.object({ challenge: z.string(), options: requestOptions }),
  failures: [...signInFailures, passkeysFailure],
});

export const signInWithPasskey = operation({
  id: 'signInWithPasskey',
  method: 'POST',
  path: `${sessionPath}/passkey`,
  tag,
  summary: 'Sign in with a passkey',
  permission: null,
  body: z.strictObject({ challenge, response: passkeyResponse }),
  grantsAccess: true,
  data: session,
  failures: [
    ...signInFailures,
    { status: 401, errorCode: 'system', when: 'The passkey is unknown, or its response is wrong' },
    expiredFailure,
    noKeyFailure,
    passkeysFailure,
  ],
});

export const checkPassword = operation({
  id: 'checkPassword',
  method: 'POST',
  path: `${sessionPath}/password`,
  tag,
  summary: 'Check an email address and a password; a code must follow',
  permission: null,
  body: z.strictObject({
    email,
    password: z
      .string({ error: requiredMessage })
      .check(z.minLength(1, enterPassword), z.maxLength(1024, enterPassword)),
  }),
  grantsAccess: true,
  data: z.object({ challenge: z.string() }),
  failures: [
    ...signInFailures,
    { status: 401, errorCode: 'system', when: 'The email address or the password is wrong' },
  ],
});

export const signInWithSecondFactor = operation({
  id: 'signInWithSecondFactor',
  method: 'POST',
  path: `${sessionPath}/second-factor`,
  tag,
  summary: 'Sign in with a code, after the password',
  permission: null,
  body: z.strictObject({ challenge, code: secondFactorCode }),
  grantsAccess: true,
  data: session,
  failures: [
    ...signInFailures,
    { status: 401, errorCode: 'system', when: 'The code is wrong, or was used before' },
    expiredFailure,
    noKeyFailure,
  ],
});

export const signInWithRecoveryCode = operation({
  id: 'signInWithRecoveryCode',
  method: 'POST',
  path: `${sessionPath}/recovery-code`,
  tag,
  summary: 'Sign in with a recovery code in place of a lost passkey, for a user without a password',
  permission: null,
  body: z.strictObject({ email, code: recoveryCode }),
  grantsAccess: true,
  data: session,
  failures: [
    ...signInFailures,
    { status: 401, errorCode: 'system', when: 'The code is wrong or was used, or the user has a password' },
    noKeyFailure,
  ],
});

export const userSignInOperations = [
  readInvitation,
  startInvitedPasskey,
  joinWithPasskey,
  startInvitedTotp,
  joinWithPassword,
  startPasskeySignIn,
  signInWithPasskey,
  checkPassword,
  signInWithSecondFactor,
  signInWithRecoveryCode,
] as const;
