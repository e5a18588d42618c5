import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { moneyOf } from './withdrawal-money.ts';

const amount = decimal('25.000000000000000001');
const fee = decimal('1.5');

it('lets the recipient pay a fee that is included, to the last digit', () => {
  expect(moneyOf({ amount, fee, fee_included: true })).toEqual({
    received: '23.500000000000000001',
    debited: '25.000000000000000001',
    feePayer: 'recipient',
  });
});

it('lets the sender pay a fee that is added', () => {
  expect(moneyOf({ amount, fee, fee_included: false })).toEqual({
    received: '25.000000000000000001',
    debited: '26.500000000000000001',
    feePayer: 'sender',
  });
});

it('claims nothing while the fee payer is unknown', () => {
  expect(moneyOf({ amount, fee })).toEqual({});
  expect(moneyOf({ amount, fee_included: true })).toEqual({});
});

it('needs no fee payer without a fee', () => {
  expect(moneyOf({ amount, fee: decimal('0') })).toEqual({
    received: amount,
    debited: amount,
    feePayer: 'nobody',
  });
});
