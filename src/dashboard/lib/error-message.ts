import { capitalize } from './format.ts';
import { PasskeyError } from './passkey-error.ts';
import { ApiError, type ApiErrorKind } from './api-error.ts';

export type ErrorMessage = {
  /** What happened. */
  title: string;
  /** See what to do next. */
  next: string;
  /** Whether the same request may succeed when repeated. */
  mayRetry: boolean;
};

const messages = {
  unreachable: {
    title: 'Can’t reach the server',
    next: 'Check your connection, then try again.',
    mayRetry: true,
  },
  unauthenticated: {
    title: 'Your session has ended',
    next: 'Sign in again to return to this page.',
    mayRetry: false,
  },
  forbidden: {
    title: 'Permission required',
    next: 'Use an API key that has this permission, or ask your administrator for one.',
    mayRetry: false,
  },
  validation: {
    title: 'Some values aren’t valid',
    next: 'Correct them and try again.',
    mayRetry: false,
  },
  not_found: { title: 'Not found', next: 'It may have been deleted.', mayRetry: true },
  rate_limited: {
    title: 'Too many requests',
    next: 'Wait a moment, then try again.',
    mayRetry: true,
  },
  // The message says what to do next.
  refused: { title: 'Request refused', next: '', mayRetry: true },
  server: {
    title: 'Something went wrong on the server',
    next: 'Try again. If it keeps happening, report it with the request ID.',
    mayRetry: true,
  },
  unreadable: {
    title: 'Unexpected response',
    next: 'The server’s response isn’t in the documented format. Report this with the request ID.',
    mayRetry: true,
  },
} as const satisfies Record<ApiErrorKind, ErrorMessage>;

/** The service’s message says what to do next. */
const busy: ErrorMessage = {
  title: 'Not available right now',
  next: '',
  mayRetry: true,
};

/** The message says who can grant it. */
const lacksRole: ErrorMessage = { title: messages.forbidden.title, next: '', mayRetry: false };

/** Any error in words for the person: what happened and what to do next. */
export function describeError(error: Error): ErrorMessage {
  if (isMissingCode(error)) {
    return {
      title: 'This page couldn’t be loaded',
      next: 'The console was updated or can’t be reached. The page reloads automatically once it can.',
      mayRetry: true,
    };
  }
  if (error.name === 'UnprovedError') {
    return {
      title: 'Not available',
      next: 'The console shows only what the provider’s response proves.',
      mayRetry: false,
    };
  }
  if (error instanceof PasskeyError) return { title: error.title, next: '', mayRetry: false };
  if (!(error instanceof ApiError)) {
    return { title: 'Something went wrong on this page', next: 'Reload it and try again.', mayRetry: true };
  }
  // The message says what to enter instead.
  if (error.kind === 'validation' && Object.keys(error.fields).join() === 'search') {
    return { title: 'Can’t search for this', next: '', mayRetry: false };
  }
  if (error.lacking?.of === 'role') return lacksRole;
  const known = error.status === 503 ? busy : messages[error.kind];
  if (error.isOutcomeUnknown) {
    return {
      ...known,
      next: 'The change may have been made. Check before you try again.',
    };
  }
  if (error.kind !== 'rate_limited' || error.retryAfterSeconds === null) return known;
  return {
    ...known,
    next: `Try again in ${formatWait(error.retryAfterSeconds)}.`,
  };
}

/** Browsers have no name for it, only words of their own. */
export function isMissingCode(error: Error): boolean {
  return /dynamically imported module|importing a module script|preload CSS/i.test(error.message);
}

/** A wait as a person would say it: seconds under two minutes, else minutes, rounded up. */
export function formatWait(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

/** A service's message as a whole sentence: with a capital letter and a period. */
export function asSentence(message: string): string {
  return capitalize(/[.!?…]$/.test(message) ? message : `${message}.`);
}
