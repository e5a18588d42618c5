import * as z from 'zod/mini';
import { lineOfText, requiredMessage } from '../fields.ts';

export const SHORTEST_PASSWORD = 12;
const LONGEST_PASSWORD = 128;

export const passkeyTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

const knownPasskey = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.enum(passkeyTransports)),
});

/** What a browser's `navigator.credentials.create` takes, as WebAuthn writes it in JSON. */
const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  excludeCredentials: z.array(knownPasskey),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

/** What `navigator.credentials.get` takes. It names no passkey: the browser offers those that it has. */
export const requestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
});

const fromBrowserMessage = 'Use what your browser returned for the passkey.';
export const fromBrowser = z
  .string({ error: fromBrowserMessage })
  .check(z.minLength(1, fromBrowserMessage), z.maxLength(65_536, fromBrowserMessage));

/** What the browser returns for a new passkey, without what isn't needed of it. */
export const newPasskeyResponse = z.object(
  {
    id: fromBrowser,
    rawId: fromBrowser,
    type: z.literal('public-key', { error: fromBrowserMessage }),
    response: z.object({
      clientDataJSON: fromBrowser,
      attestationObject: fromBrowser,
      transports: z.optional(z.array(z.string())),
    }),
  },
  { error: fromBrowserMessage },
);

export const passkeyResponse = z.object(
  {
    id: fromBrowser,
    rawId: fromBrowser,
    type: z.literal('public-key', { error: fromBrowserMessage }),
    response: z.object({
      clientDataJSON: fromBrowser,
      authenticatorData: fromBrowser,
      signature: fromBrowser,
      userHandle: z.optional(z.string()),
    }),
  },
  { error: fromBrowserMessage },
);

/** Identifies what was asked of the browser, for five minutes. */
export const challenge = z
  .string({ error: requiredMessage })
  .check(z.regex(/^[\w-]{1,128}$/, 'must be the challenge that was returned'));

export const passkeyName = lineOfText(64, { what: 'a name' });

const passwordLength = `Use ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters.`;

/** Spaces count, at its ends too. The server refuses passwords that are known from leaks as well. */
export const newPassword = z
  .string({ error: requiredMessage })
  .check(z.minLength(SHORTEST_PASSWORD, passwordLength), z.maxLength(LONGEST_PASSWORD, passwordLength));

const totpMessage = 'Enter the 6-digit code from your authenticator app.';

const withoutGaps = (text: string) => text.replaceAll(/[\s-]/g, '');

export const totpCode = z
  .string({ error: requiredMessage })
  .check(z.overwrite(withoutGaps), z.regex(/^\d{6}$/, totpMessage));

const secondFactorMessage = 'Enter the 6-digit code from your authenticator app, or a recovery code.';

/** A code of the authenticator app, or a recovery code in either case, with or without its hyphens. */
export const secondFactorCode = z
  .string({ error: requiredMessage })
  .check(z.overwrite(withoutGaps), z.regex(/^(?:\d{6}|[\da-z]{16})$/i, secondFactorMessage));

export const recoveryCode = z
  .string({ error: requiredMessage })
  .check(
    z.overwrite(withoutGaps),
    z.regex(/^[\da-z]{16}$/i, 'Enter a whole recovery code, such as 1a2b-3c4d-5e6f-7g8h.'),
  );

export const passkeyOptions = z.object({ challenge: z.string(), options: creationOptions });

/** The secret of a new authenticator app: as text to type in, and as a URI for a QR code. */
export const totpSetup = z.object({ challenge: z.string(), secret: z.string(), uri: z.string() });

export const expiredFailure = {
  status: 409,
  errorCode: 'request',
  when: 'The challenge was answered already, or five minutes have passed. Start again',
} as const;

export const passkeysFailure = {
  status: 400,
  errorCode: 'request',
  when: 'Passkeys don’t work at the address at which the console was opened',
} as const;
