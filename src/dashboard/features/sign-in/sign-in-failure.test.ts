import { describe, expect, it } from 'vitest';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { describeSignInFailure } from './sign-in-failure.ts';

describe('why signing in failed', () => {
  it('names the outgoing address to register when the provider refuses this one', () => {
    const error = new ApiError({
      kind: 'refused',
      status: 403,
      message: 'Forbidden',
      data: { outgoing_address: '203.0.113.7' },
    });
    expect(describeSignInFailure(error)).toMatchObject({
      title: expect.stringContaining('IP address'),
      address: '203.0.113.7',
    });
  });

  it('says how long to wait after too many attempts', () => {
    const error = new ApiError({
      kind: 'rate_limited',
      status: 429,
      message: 'Slow down',
      retryAfterSeconds: 290,
    });
    expect(describeSignInFailure(error).next).toContain('5 minutes');
  });

  it('does not blame the key if it could not be checked', () => {
    const error = new ApiError({ kind: 'unreachable', status: 502, message: 'No answer.' });
    expect(describeSignInFailure(error).next).toContain(
      'No answer. Your key wasn’t checked. Try again in a moment.',
    );
  });

  it('blames the key only when the service does not know it', () => {
    const error = new ApiError({ kind: 'unauthenticated', status: 401, message: 'Unknown key' });
    expect(describeSignInFailure(error).title).toBe('API key not recognized');
  });
});
