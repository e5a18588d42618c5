import { expect, it } from 'vitest';
import { stagesOf } from './withdrawal-stages.ts';

const created_at = '2026-07-01T10:00:00.123Z';
const updated_at = '2026-07-01T10:02:00.456Z';

it('knows of a new request only its creation', () => {
  expect(stagesOf({ created_at, updated_at: created_at, status: 'new', transaction_status: null })).toEqual([
    { name: 'requested', at: created_at },
  ]);
});

it('separates the transaction from the last change, and dates the transaction only if it was found', () => {
  const request = {
    created_at,
    updated_at,
    status: 'completed',
    transaction_status: 'confirmed',
    hash: 'ab',
  };
  expect(stagesOf(request)).toEqual([
    { name: 'requested', at: created_at },
    { name: 'transaction', at: undefined, status: 'confirmed' },
    { name: 'change', at: updated_at, status: 'completed' },
  ]);
  expect(stagesOf(request, '2026-07-01 10:01:00+00')[1]?.at).toBe('2026-07-01 10:01:00+00');
});

it('adds no transaction to a request that was rejected before there was one', () => {
  const stages = stagesOf({
    created_at,
    updated_at,
    status: 'rejected',
    transaction_status: null,
    hash: null,
  });
  expect(stages.map(({ name }) => name)).toEqual(['requested', 'change']);
});

it('leaves out what could not be read', () => {
  expect(stagesOf({ status: 'completed', hash: 'ab' })).toEqual([
    { name: 'transaction', at: undefined, status: undefined },
  ]);
});
