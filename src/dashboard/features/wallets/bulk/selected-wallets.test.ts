import { expect, it } from 'vitest';
import { planFor } from './selected-wallets.ts';

it('plans each selected wallet in its order, and skips those that are gone or not wanted, with the reason', () => {
  const wallets = new Map([
    ['T1', { name: 'One', status: 'active' }],
    ['T2', { name: 'Two', status: 'blocked' }],
  ]);
  const plan = planFor(['T2', 'T3', 'T1'], wallets, ({ status }) =>
    status === 'blocked' ? 'Already blocked.' : null,
  );
  expect(plan).toEqual([
    { address: 'T2', value: { name: 'Two', status: 'blocked' }, skipped: 'Already blocked.' },
    { address: 'T3', value: {}, skipped: 'This wallet no longer exists.' },
    { address: 'T1', value: { name: 'One', status: 'active' }, skipped: null },
  ]);
});
