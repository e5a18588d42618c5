import { expect, it } from 'vitest';
import { mayDelete } from './delete-request.ts';

const allowed = { allowed: true, reason: null } as const;
const forbidden = { allowed: false, reason: 'This API key lacks the permission withdrawals:write.' } as const;

it('lets only what is new be deleted, and says what keeps anything else', () => {
  expect(mayDelete(allowed, 'new')).toBe(allowed);
  expect(mayDelete(allowed, 'processing')).toEqual({
    allowed: false,
    reason: 'Only new withdrawals can be deleted. This one is processing.',
  });
  expect(mayDelete(allowed, undefined).allowed).toBe(false);
});

it('names the missing permission first', () => {
  expect(mayDelete(forbidden, 'new')).toBe(forbidden);
  expect(mayDelete(forbidden, 'processing')).toBe(forbidden);
});
