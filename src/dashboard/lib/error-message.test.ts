import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorKind } from './api-error.ts';
import { asSentence, describeError, formatWait } from './error-message.ts';

function mayRetry(kind: ApiErrorKind): boolean {
  return describeError(new ApiError({ kind, status: 0, message: 'no' })).mayRetry;
}

describe('error messages', () => {
  it('offer to try again only where that may help', () => {
    expect(mayRetry('unreachable')).toBe(true);
    expect(mayRetry('server')).toBe(true);
    expect(mayRetry('forbidden')).toBe(false);
    expect(mayRetry('validation')).toBe(false);
  });

  it('leave it to the message what to search for instead', () => {
    const fields = { search: 'The search took too long. Enter more.' };
    const stopped = new ApiError({ kind: 'validation', status: 400, message: fields.search, fields });
    expect(describeError(stopped)).toEqual({ title: 'Can’t search for this', next: '', mayRetry: false });
  });

  it('say how long the service asks to wait', () => {
    const error = new ApiError({ kind: 'rate_limited', status: 429, message: 'no', retryAfterSeconds: 30 });
    expect(describeError(error).next).toContain('30 seconds');
  });

  it('warn of a change that may have been made, and only of that', () => {
    const lost = { kind: 'unreachable', status: 0, message: 'no' } as const;
    expect(describeError(new ApiError({ ...lost, isOutcomeUnknown: true })).next).toContain('may have been');
    expect(describeError(new ApiError(lost)).next).not.toMatch(/change/);
  });

  it('leave it to a busy service to say when to try again', () => {
    const error = new ApiError({ kind: 'unreachable', status: 503, message: 'busy' });
    expect(describeError(error)).toMatchObject({
      title: 'Not available right now',
      next: '',
      mayRetry: true,
    });
  });

  it('do not blame the service for a fault of the page', () => {
    expect(describeError(new TypeError('x is undefined')).title).toContain('this page');
  });

  it.each([
    'Failed to fetch dynamically imported module: http://127.0.0.1/assets/x.js',
    'error loading dynamically imported module: http://127.0.0.1/assets/x.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/x.css',
  ])('tell a page whose code is gone from one that is broken: %s', (message) => {
    expect(describeError(new TypeError(message)).title).toContain('This page couldn’t be loaded');
  });

  it('round a wait up, so that trying again is not too early', () => {
    expect(formatWait(1)).toBe('1 second');
    expect(formatWait(119)).toBe('119 seconds');
    expect(formatWait(121)).toBe('3 minutes');
  });

  it('end a service’s message with exactly one period', () => {
    expect(asSentence('Unknown key')).toBe('Unknown key.');
    expect(asSentence('Unknown key.')).toBe('Unknown key.');
  });
});
