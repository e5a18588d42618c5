import { ApiError } from '#dashboard/lib/api-error.ts';
import { PasskeyError } from '#dashboard/lib/passkey-error.ts';
import { asSentence, formatWait } from '#dashboard/lib/error-message.ts';

export type SignInFailureMessage = {
  title: string;
  next: string;
  /** The address to register with the provider, where that is what is missing and it is known. */
  address: string | null;
};

/** What the user signs in with. */
export type SignInWay = 'key' | 'passkey' | 'password' | 'code' | 'recovery' | 'sandbox';

/** What is wrong, and what to do: `null` where the server's message says it, as it may be one of several reasons. */
const refusals = {
  key: {
    title: 'API key not recognized',
    next: 'Check that you copied the whole key and that it hasn’t been revoked.',
  },
  password: {
    title: 'Wrong email or password',
    next: 'Check both and try again. If you forgot your password, ask your administrator to reset your sign-in.',
  },
  passkey: { title: 'Passkey not accepted', next: null },
  code: { title: 'Code not accepted', next: null },
  recovery: { title: 'Recovery code not accepted', next: null },
  sandbox: { title: 'Couldn’t sign you in', next: null },
} as const satisfies Record<SignInWay, { title: string; next: string | null }>;

/** A first sign-in with the identity provider ends these. */
const endedByProvider: ReadonlySet<SignInWay> = new Set(['passkey', 'password', 'recovery']);

/** Why signing in failed, for someone who has only this page. `provider`: the name of the company's identity provider. */
export function describeSignInFailure(error: Error, way: SignInWay, provider?: string): SignInFailureMessage {
  if (error instanceof PasskeyError) return { title: error.title, next: error.message, address: null };
  if (!(error instanceof ApiError)) {
    return { title: 'Something went wrong on this page', next: 'Reload it and try again.', address: null };
  }
  switch (error.kind) {
    case 'unauthenticated':
      return {
        title: refusals[way].title,
        next: [
          refusals[way].next ?? asSentence(error.message),
          ...(provider !== undefined && endedByProvider.has(way)
            ? [`If you’ve used ${provider} to sign in before, choose Continue with ${provider} instead.`]
            : []),
        ].join(' '),
        address: null,
      };
    case 'rate_limited': {
      const wait = error.retryAfterSeconds === null ? 'a few minutes' : formatWait(error.retryAfterSeconds);
      return {
        title: 'Too many failed attempts',
        next: `Sign-in is paused. Try again in ${wait}.`,
        address: null,
      };
    }
    case 'unreachable':
      return {
        title: way === 'key' ? 'Can’t reach the wallet service' : 'Can’t sign you in right now',
        next: `${asSentence(error.message)} ${way === 'key' ? 'Your key wasn’t checked. ' : ''}Try again in a moment.`,
        address: null,
      };
    case 'refused':
      return isAddressRefusal(error.data)
        ? {
            title: 'The provider doesn’t accept this console’s IP address',
            next: 'Add the address to the provider’s allowlist, then try again. Your key wasn’t checked.',
            address: error.data.outgoing_address,
          }
        : { title: 'Couldn’t sign you in', next: asSentence(error.message), address: null };
    case 'validation':
      return {
        title: way === 'key' ? 'This doesn’t look like an API key' : 'Couldn’t sign you in',
        next: Object.values(error.fields).join('; ') || error.message,
        address: null,
      };
    case 'forbidden':
    case 'not_found':
    case 'server':
    case 'unreadable':
  }
  return {
    title: way === 'key' ? 'Unexpected response from the wallet service' : 'Couldn’t sign you in',
    next: asSentence(error.message),
    address: null,
  };
}

/** Whether the provider refuses the console's address, which it says if it can. */
function isAddressRefusal(data: unknown): data is { outgoing_address: string | null } {
  return typeof data === 'object' && data !== null && 'outgoing_address' in data;
}
