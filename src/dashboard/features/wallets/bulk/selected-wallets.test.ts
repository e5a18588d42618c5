import { expect, it } from 'vitest';
import { planFor } from './selected-wallets.ts';

it('plans each selected wallet in its order, and skips those that are gone or not wanted, with the reason', () => {
  const one = { address: 'T1', name: 'One', status: 'active' };
  const two = { address: 'T2', name: 'Two', status: 'blocked' };
  const planOf = (areAll: boolean) =>
    planFor(['T2', 'T3', 'T1'], { wallets: [one, two], areAll }, ({ status }) =>
      status === 'blocked' ? 'Already blocked.' : null,
    );
  expect(planOf(true)).toEqual([
    { address: 'T2', value: two, skipped: 'Already blocked.' },
    { address: 'T3', value: {}, skipped: 'This wallet no longer exists.' },
    { address: 'T1', value: one, skipped: null },
  ]);
  expect(planOf(false)[1]).toMatchObject({ skipped: 'Not all of this provider’s wallets could be loaded.' });
});
