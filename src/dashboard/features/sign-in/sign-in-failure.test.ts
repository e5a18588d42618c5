import { describe, expect, it } from 'vitest';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { PasskeyError } from '#dashboard/lib/passkey-error.ts';
import { describeSignInFailure } from './sign-in-failure.ts';

describe('why signing in failed', () => {
  it('names the outgoing address to register when the provider refuses this one', () => {
    const error = new ApiError({
      kind: 'refused',
      status: 403,
      message: 'Forbidden',
      data: { outgoing_address: '203.0.113.7' },
    });
    expect(describeSignInFailure(error, 'key')).toMatchObject({
      title: expect.stringContaining('IP address'),
      address: '203.0.113.7',
    });
  });

  it('passes on why the console itself refuses a key, which says nothing of an IP address', () => {
    const message = 'Sign-in with API keys is turned off. Sign in as a user';
    const error = new ApiError({ kind: 'refused', status: 403, message });
    expect(describeSignInFailure(error, 'key')).toEqual({
      title: 'Couldn’t sign you in',
      next: `${message}.`,
      address: null,
    });
  });

  it('says how long to wait after too many attempts', () => {
    const error = new ApiError({
      kind: 'rate_limited',
      status: 429,
      message: 'Slow down',
      retryAfterSeconds: 290,
    });
    expect(describeSignInFailure(error, 'key').next).toContain('5 minutes');
  });

  it('does not blame the key if it could not be checked', () => {
    const error = new ApiError({ kind: 'unreachable', status: 502, message: 'No answer.' });
    expect(describeSignInFailure(error, 'key').next).toContain(
      'No answer. Your key wasn’t checked. Try again in a moment.',
    );
  });

  it('blames the key only when the service does not know it', () => {
    const error = new ApiError({ kind: 'unauthenticated', status: 401, message: 'Unknown key' });
    expect(describeSignInFailure(error, 'key').title).toBe('API key not recognized');
  });

  it('does not tell whether the email address or the password is wrong', () => {
    const error = new ApiError({ kind: 'unauthenticated', status: 401, message: 'Wrong' });
    expect(describeSignInFailure(error, 'password')).toMatchObject({
      title: 'Wrong email or password',
      next: expect.stringContaining('Check both and try again.'),
    });
  });

  it('names the identity provider, whose first sign-in ends the other ways, where it may be why', () => {
    const error = new ApiError({ kind: 'unauthenticated', status: 401, message: 'Choose another passkey' });
    expect(describeSignInFailure(error, 'passkey', 'Example Inc.').next).toBe(
      'Choose another passkey. If you’ve used Example Inc. to sign in before, choose Continue with Example Inc. instead.',
    );
    expect(describeSignInFailure(error, 'password', 'Example Inc.').next).toContain('Example Inc.');
    expect(describeSignInFailure(error, 'key', 'Example Inc.').next).not.toContain('Example Inc.');
    expect(describeSignInFailure(error, 'passkey').next).toBe('Choose another passkey.');
  });

  it('passes on what the server says about a code, which may be wrong or used', () => {
    const error = new ApiError({
      kind: 'unauthenticated',
      status: 401,
      message: 'This code was used already',
    });
    expect(describeSignInFailure(error, 'code')).toMatchObject({
      title: 'Code not accepted',
      next: 'This code was used already.',
    });
  });

  it('says that the browser’s prompt was closed, without blaming the passkey', () => {
    const error = new PasskeyError(
      'Not signed in',
      'Your browser’s prompt was closed or timed out. Try again.',
    );
    expect(describeSignInFailure(error, 'passkey')).toMatchObject({
      title: 'Not signed in',
      next: 'Your browser’s prompt was closed or timed out. Try again.',
    });
  });

  it('does not mention a wallet service or a key to a user who has neither', () => {
    for (const kind of ['unreachable', 'refused', 'server', 'unreadable'] as const) {
      const error = new ApiError({ kind, status: 500, message: 'No answer' });
      const { title, next } = describeSignInFailure(error, 'password');
      expect(title + next).not.toMatch(/wallet service|key/i);
    }
  });
});
