import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { PasskeyError } from '#dashboard/lib/passkey-error.ts';

/** Loaded when a passkey is first created or used: a page that only opens doesn't need it. */
const loadLibrary = async () => import('@simplewebauthn/browser');

/** Has the browser create a passkey. Throws PasskeyError where it doesn't. */
export async function createPasskey(
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<RegistrationResponseJSON> {
  const { startRegistration } = await loadLibrary();
  return explained('Passkey not created', startRegistration({ optionsJSON: options }));
}

/** Has the browser answer with one of the user's passkeys. Throws PasskeyError where it doesn't. */
export async function answerWithPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
): Promise<AuthenticationResponseJSON> {
  const { startAuthentication } = await loadLibrary();
  return explained('Not signed in', startAuthentication({ optionsJSON: options }));
}

async function explained<T>(title: string, response: Promise<T>): Promise<T> {
  try {
    return await response;
  } catch (error) {
    throw new PasskeyError(title, messageOf(error), error);
  }
}

const messages: Readonly<Record<string, string>> = {
  NotAllowedError: 'Your browser’s prompt was closed or timed out. Try again.',
  AbortError: 'Your browser’s prompt was closed. Try again.',
  InvalidStateError: 'This device already has a passkey for you. Use it, or choose another device.',
  NotSupportedError:
    'This device can’t keep a passkey that checks who you are. Use your phone, a security key or a password manager.',
  ConstraintError: 'This device has no screen lock. Set one up, or use your phone or a security key.',
  SecurityError: 'Passkeys don’t work at this address. Open the console at its usual address.',
};

function messageOf(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  return (
    messages[name] ??
    'This browser doesn’t support passkeys. Use another browser, or sign in with your email and password.'
  );
}

const browsers: readonly [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdg/],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];

const systems: readonly [name: string, pattern: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Mac', /\bMacintosh\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** A name by which the user recognizes a passkey that this browser creates: `Chrome on Mac`. */
export function suggestPasskeyName(userAgent: string): string {
  const find = (known: readonly [string, RegExp][]) =>
    known.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const parts = [find(browsers), find(systems)].filter((part) => part !== undefined);
  return parts.join(' on ') || 'My passkey';
}
