import { ApiError } from '#dashboard/lib/api-error.ts';
import { asSentence, waitWords } from '#dashboard/lib/error-words.ts';

export type SignInFailureWords = {
  title: string;
  next: string;
  /** The address to register with the provider, where that is what is missing and it is known. */
  address: string | null;
};

/** Why signing in failed, for somebody who has only a key and this page. */
export function signInFailureWords(error: Error): SignInFailureWords {
  if (!(error instanceof ApiError)) {
    return { title: 'Something went wrong in this page', next: 'Reload it and try again.', address: null };
  }
  const address = outgoingAddress(error.data);
  switch (error.kind) {
    case 'unauthenticated':
      return {
        title: 'The wallet service does not know this key',
        next: 'Check that all of it was pasted and that it has not been revoked.',
        address: null,
      };
    case 'rate_limited': {
      const wait = error.retryAfterSeconds === null ? 'a few minutes' : waitWords(error.retryAfterSeconds);
      return {
        title: 'Too many failed attempts',
        next: `Signing in from here is paused. Try again in ${wait}.`,
        address: null,
      };
    }
    case 'unreachable':
      return {
        title: 'The wallet service cannot be reached',
        next: `${asSentence(error.message)} The key was not checked. Try again in a moment.`,
        address: null,
      };
    case 'refused':
      return error.status === 403
        ? {
            title: 'The provider does not accept this console’s IP address',
            next: 'The key was not checked. Have the address put on the provider’s allow list, then try again.',
            address,
          }
        : { title: 'The wallet service refused', next: asSentence(error.message), address: null };
    case 'validation':
      return {
        title: 'This does not look like an API key',
        next: Object.values(error.fields).join('; ') || error.message,
        address: null,
      };
    case 'forbidden':
    case 'not_found':
    case 'server':
    case 'unreadable':
  }
  return {
    title: 'The wallet service did not answer as it should',
    next: asSentence(error.message),
    address: null,
  };
}

function outgoingAddress(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('outgoing_address' in data)) return null;
  return typeof data.outgoing_address === 'string' ? data.outgoing_address : null;
}
