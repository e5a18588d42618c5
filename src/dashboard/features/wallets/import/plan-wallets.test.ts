import { expect, it } from 'vitest';
import { planWallets } from './plan-wallets.ts';

const plan = (
  text: string,
  existing: Parameters<typeof planWallets>[1] = [],
  limits?: Parameters<typeof planWallets>[2],
) => {
  const result = planWallets(text, existing, limits);
  if (!result.ok) throw new Error(result.reason);
  return result.rows.map((row) => (row.state === 'ready' ? row.wallet : [row.line, row.state, row.reason]));
};

it('accepts networks and types by code or by name, and personal wallets by default', () => {
  expect(plan('name,network,type\nOne,trx,user\nTwo,Ethereum,Accounting\nThree,btc,\n')).toEqual([
    { name: 'One', network: 'trx', type: 'user' },
    { name: 'Two', network: 'eth', type: 'accounting' },
    { name: 'Three', network: 'btc', type: 'user' },
  ]);
  expect(plan('Network;Name\ntrx;Desk\n')).toEqual([{ name: 'Desk', network: 'trx', type: 'user' }]);
});

it('creates nothing that exists already or occurs twice in the file', () => {
  const existing = [{ name: 'Desk', network: 'trx', type: 'user' }];
  expect(plan('name,network\ndesk,trx\nDesk,eth\nDesk,eth\n', existing)).toEqual([
    [2, 'duplicate', 'This wallet already exists.'],
    { name: 'Desk', network: 'eth', type: 'user' },
    [4, 'duplicate', 'Duplicate of line 3.'],
  ]);
});

it('creates nothing on networks outside the user’s limits', () => {
  expect(plan('name,network\nDesk,trx\nDesk,eth\n', [], { networks: ['trx'], wallet_tags: [] })).toEqual([
    { name: 'Desk', network: 'trx', type: 'user' },
    [3, 'wrong', 'Network: You can make changes only on Tron. To change your limits, ask an administrator.'],
  ]);
});

it('says about each wrong row what is wrong with it', () => {
  expect(plan(`name,network,type\n,trx,\n${'x'.repeat(65)},trx,\nA,sol,\nB,trx,cold\n`)).toEqual([
    [2, 'wrong', 'Name: Enter a name (up to 64 characters).'],
    [3, 'wrong', 'Name: Enter a name (up to 64 characters).'],
    [4, 'wrong', 'Network: there are no wallets on “sol”.'],
    [5, 'wrong', 'Type: unknown type “cold”. Use personal or accounting.'],
  ]);
  expect(planWallets('name\nA\n', [])).toMatchObject({ ok: false });
});
