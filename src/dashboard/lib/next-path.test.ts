import { describe, expect, it } from 'vitest';
import { signInPath } from '#contract/sign-in-path.ts';
import { nextPath } from './next-path.ts';

describe('the way back after signing in', () => {
  it('returns to the page and query string that asked for it', () => {
    const path = signInPath('/wallets?network=trx&offset=100');
    expect(nextPath(path.slice(path.indexOf('?')))).toBe('/wallets?network=trx&offset=100');
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '',
    'wallets',
  ])('does not follow %j out of the application', (next) => {
    expect(nextPath(`?${new URLSearchParams({ next }).toString()}`)).toBe('/');
  });

  it('does not come back to the sign-in page itself', () => {
    expect(nextPath('?next=%2Fsign-in')).toBe('/');
  });
});
