import { ApiError } from '#dashboard/lib/api-error.ts';
import { asSentence, formatWait } from '#dashboard/lib/error-message.ts';

export type SignInFailureMessage = {
  title: string;
  next: string;
  /** The address to register with the provider, where that is what is missing and it is known. */
  address: string | null;
};

/** Why signing in failed, for a user who has only a key and this page. */
export function describeSignInFailure(error: Error): SignInFailureMessage {
  if (!(error instanceof ApiError)) {
    return { title: 'Something went wrong on this page', next: 'Reload it and try again.', address: null };
  }
  const address = outgoingAddress(error.data);
  switch (error.kind) {
    case 'unauthenticated':
      return {
        title: 'API key not recognized',
        next: 'Check that you copied the whole key and that it hasn’t been revoked.',
        address: null,
      };
    case 'rate_limited': {
      const wait = error.retryAfterSeconds === null ? 'a few minutes' : formatWait(error.retryAfterSeconds);
      return {
        title: 'Too many failed attempts',
        next: `Sign-in from this address is paused. Try again in ${wait}.`,
        address: null,
      };
    }
    case 'unreachable':
      return {
        title: 'Can’t reach the wallet service',
        next: `${asSentence(error.message)} Your key wasn’t checked. Try again in a moment.`,
        address: null,
      };
    case 'refused':
      return error.status === 403
        ? {
            title: 'The provider doesn’t accept this console’s IP address',
            next: 'Add the address to the provider’s allowlist, then try again. Your key wasn’t checked.',
            address,
          }
        : {
            title: 'The wallet service refused to sign you in',
            next: asSentence(error.message),
            address: null,
          };
    case 'validation':
      return {
        title: 'This doesn’t look like an API key',
        next: Object.values(error.fields).join('; ') || error.message,
        address: null,
      };
    case 'forbidden':
    case 'not_found':
    case 'server':
    case 'unreadable':
  }
  return {
    title: 'Unexpected response from the wallet service',
    next: asSentence(error.message),
    address: null,
  };
}

function outgoingAddress(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('outgoing_address' in data)) return null;
  return typeof data.outgoing_address === 'string' ? data.outgoing_address : null;
}
