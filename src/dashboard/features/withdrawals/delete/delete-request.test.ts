import { expect, it } from 'vitest';
import { mayDelete } from './delete-request.ts';

const allowed = { allowed: true, reason: null } as const;
const forbidden = { allowed: false, reason: 'This API key lacks the permission withdrawals:write.' } as const;

it('allows deleting only new requests, and says why not for any other', () => {
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
