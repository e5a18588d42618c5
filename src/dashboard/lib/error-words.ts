import { ApiError, type ApiErrorKind } from './api-error.ts';

export type ErrorWords = {
  /** What happened. */
  title: string;
  /** What to do next. */
  next: string;
  /** Whether the same request may succeed when repeated. */
  mayRetry: boolean;
};

const words = {
  unreachable: {
    title: 'The service cannot be reached',
    next: 'Check the connection, then try again.',
    mayRetry: true,
  },
  unauthenticated: {
    title: 'The session has ended',
    next: 'Sign in again; you will come back to this page.',
    mayRetry: false,
  },
  forbidden: {
    title: 'Not permitted',
    next: 'Sign in with an API key that has this permission, or ask whoever issues your keys.',
    mayRetry: false,
  },
  validation: {
    title: 'The service does not accept these values',
    next: 'Correct them and try again.',
    mayRetry: false,
  },
  not_found: { title: 'Not found', next: 'It may have been deleted meanwhile.', mayRetry: true },
  rate_limited: {
    title: 'Too many requests',
    next: 'The service asks to slow down. Wait a moment, then try again.',
    mayRetry: true,
  },
  refused: { title: 'The service refused', next: 'The reason it gives is above.', mayRetry: true },
  server: {
    title: 'The service failed',
    next: 'Try again. If it goes on, report it with the request id.',
    mayRetry: true,
  },
  unreadable: {
    title: 'The answer cannot be read',
    next: 'The service did not answer as documented. Report it with the request id.',
    mayRetry: true,
  },
} as const satisfies Record<ApiErrorKind, ErrorWords>;

/** Any error in words for the person: what happened and what to do next. */
export function errorWords(error: Error): ErrorWords {
  if (isMissingCode(error)) {
    return {
      title: 'This page’s code could not be loaded',
      next: 'The console was updated meanwhile, or can’t be reached. It loads by itself as soon as it can be reached.',
      mayRetry: true,
    };
  }
  if (error.name === 'UnprovedError') {
    return {
      title: 'Not available',
      next: 'Nothing is shown that the answer doesn’t prove.',
      mayRetry: false,
    };
  }
  if (!(error instanceof ApiError)) {
    return { title: 'Something went wrong in this page', next: 'Reload it and try again.', mayRetry: true };
  }
  const known = words[error.kind];
  if (error.isOutcomeUnknown) {
    return {
      ...known,
      next: 'It is not known whether the change was made: it may have been. Look before you try again.',
    };
  }
  if (error.kind !== 'rate_limited' || error.retryAfterSeconds === null) return known;
  return {
    ...known,
    next: `The service asks to wait ${waitWords(error.retryAfterSeconds)}, then try again.`,
  };
}

/** Browsers have no name for it, only words of their own. */
export function isMissingCode(error: Error): boolean {
  return /dynamically imported module|importing a module script|preload CSS/i.test(error.message);
}

/** A wait as a person would say it: seconds under two minutes, else minutes, rounded up. */
export function waitWords(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

/** A service's own words, made to stand in front of others. */
export function asSentence(message: string): string {
  return /[.!?…]$/.test(message) ? message : `${message}.`;
}
