import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { type Payer, whyNotCovered } from './cover.ts';

const price = { amount: decimal('1.5'), currency: 'USDT' };
const wallet = (balance: string | null, isActive = true): Payer => ({
  state: 'wallet',
  isActive,
  balance: balance === null ? null : decimal(balance),
});

it.each<[wanted: number, left: number | undefined, payer: Payer, reason: string | undefined]>([
  [41, 41, { state: 'none' }, undefined],
  [67, undefined, { state: 'none' }, undefined],
  [
    67,
    41,
    { state: 'none' },
    '41 checks remaining, 26 too few. Choose a wallet to pay 39 USDT, or start fewer.',
  ],
  [1, 1, { state: 'none' }, undefined],
  [1, 0, { state: 'none' }, 'No checks remaining. Choose a wallet to pay 1.5 USDT.'],
  [67, 41, { state: 'unknown' }, 'This isn’t one of your wallets.'],
  [67, 41, { state: 'loading' }, 'Checking the wallet’s balance…'],
  [67, 41, wallet('39'), undefined],
  [67, 41, wallet('38.999999'), 'This wallet has 38.999999 USDT available, but 39 USDT is needed.'],
  [67, 41, wallet(null), 'This wallet has no USDT.'],
  [67, 41, wallet('100', false), 'This wallet isn’t active.'],
])('says about %i checks with %s left whether the payer %o covers them', (wanted, left, payer, reason) => {
  expect(whyNotCovered({ wanted, left, payer, price })).toBe(reason);
});

it('lets a wallet pay if the provider states no price, unless it is empty', () => {
  const batch = { wanted: 2, left: 0, price: null };
  expect(whyNotCovered({ ...batch, payer: wallet('0.1') })).toBeUndefined();
  expect(whyNotCovered({ ...batch, payer: wallet('0') })).toBe('This wallet has no USDT available.');
});
