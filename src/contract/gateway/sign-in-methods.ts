import * as z from 'zod/mini';
import { signedInChangeFailures, signedInFailures } from '../failures.ts';
import { operation } from '../operation.ts';
import { identityProvider } from './identity-provider.ts';
import {
  challenge,
  expiredFailure,
  fromBrowser,
  newPassword,
  newPasskeyResponse,
  passkeyName,
  passkeyOptions,
  passkeysFailure,
  totpCode,
  totpSetup,
} from './credentials.ts';

/** The most passkeys a user can have: far beyond use, so that no one fills the database. */
export const MOST_PASSKEYS = 20;

const tag = 'Session';
const methodsPath = '/console/sign-in-methods';
const keySessionFailure = {
  status: 400,
  errorCode: 'system',
  when: 'An API key signed in: only users have sign-in methods',
} as const;
const methodFailures = [...signedInChangeFailures, keySessionFailure] as const;

/** How the signed-in user signs in. Times are ISO 8601. */
const signInMethods = z.object({
  has_password: z.boolean(),
  /** An authenticator app, which a password always comes with. */
  has_totp: z.boolean(),
  /** The identity provider that the user signs in with. Null: the user doesn't. */
  identity_provider: z.nullable(identityProvider),
  recovery_codes_left: z.int(),
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** It is available on all of the user's devices, through the maker of the browser or a password manager. */
      is_synced: z.boolean(),
      added_at: z.string(),
      last_used_at: z.nullable(z.string()),
    }),
  ),
});

export type SignInMethods = z.output<typeof signInMethods>;

export const readSignInMethods = operation({
  id: 'readSignInMethods',
  method: 'GET',
  path: methodsPath,
  tag,
  summary: 'How the signed-in user signs in',
  permission: null,
  query: z.strictObject({}),
  data: signInMethods,
  failures: [...signedInFailures, keySessionFailure],
});

export const startPasskey = operation({
  id: 'startPasskey',
  method: 'POST',
  isReading: true,
  path: `${methodsPath}/passkey-options`,
  tag,
  summary: 'What the browser needs to make another passkey',
  permission: null,
  body: z.strictObject({}),
  grantsAccess: true,
  data: passkeyOptions,
  failures: [...methodFailures, passkeysFailure],
});

export const addPasskey = operation({
  id: 'addPasskey',
  method: 'POST',
  path: `${methodsPath}/passkeys`,
  tag,
  summary: 'Add a passkey',
  permission: null,
  needsReauthentication: true,
  body: z.strictObject({ challenge, name: passkeyName, response: newPasskeyResponse }),
  grantsAccess: true,
  data: signInMethods,
  failures: [
    ...methodFailures,
    expiredFailure,
    passkeysFailure,
    { status: 409, errorCode: 'request', when: `The user has ${MOST_PASSKEYS} passkeys already` },
  ],
});

export const removePasskey = operation({
  id: 'removePasskey',
  method: 'POST',
  path: `${methodsPath}/passkeys/remove`,
  tag,
  summary: 'Remove a passkey, but never the last way to sign in',
  permission: null,
  needsReauthentication: true,
  body: z.strictObject({ id: fromBrowser }),
  grantsAccess: true,
  data: signInMethods,
  failures: [
    ...methodFailures,
    { status: 404, errorCode: 'not_found', when: 'The user has no such passkey' },
    { status: 409, errorCode: 'request', when: 'It is the last way in which the user can sign in' },
  ],
});

export const startTotp = operation({
  id: 'startTotp',
  method: 'POST',
  isReading: true,
  path: `${methodsPath}/totp`,
  tag,
  summary: 'The secret of a new authenticator app',
  permission: null,
  body: z.strictObject({}),
  grantsAccess: true,
  data: totpSetup,
  failures: methodFailures,
});

export const replacePassword = operation({
  id: 'replacePassword',
  method: 'POST',
  path: `${methodsPath}/password`,
  tag,
  summary: 'Set a new password and authenticator app, in place of any earlier ones',
  permission: null,
  needsReauthentication: true,
  body: z.strictObject({ challenge, code: totpCode, password: newPassword }),
  grantsAccess: true,
  data: signInMethods,
  failures: [...methodFailures, expiredFailure],
});

export const replaceRecoveryCodes = operation({
  id: 'replaceRecoveryCodes',
  method: 'POST',
  path: `${methodsPath}/recovery-codes`,
  tag,
  summary: 'Make new recovery codes; the earlier ones no longer work',
  permission: null,
  needsReauthentication: true,
  body: z.strictObject({}),
  grantsAccess: true,
  data: z.object({ recovery_codes: z.array(z.string()) }),
  failures: methodFailures,
});

export const signInMethodOperations = [
  readSignInMethods,
  startPasskey,
  addPasskey,
  removePasskey,
  startTotp,
  replacePassword,
  replaceRecoveryCodes,
] as const;
