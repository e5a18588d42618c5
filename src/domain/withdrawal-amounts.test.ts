import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { subtract } from './arithmetic.ts';
import { decimal } from './decimal.ts';
import { debitOf, receivedOf } from './withdrawal-amounts.ts';

const order = (amount: string, fee: string, fee_included: boolean) => ({
  amount: decimal(amount),
  fee: decimal(fee),
  fee_included,
});

it('deducts an included fee from what the recipient gets', () => {
  const included = order('0.250000000000000001', '0.001', true);
  expect(debitOf(included)).toBe('0.250000000000000001');
  expect(receivedOf(included)).toBe('0.249000000000000001');
});

it('adds any other fee to what the sender is debited', () => {
  const added = order('25', '1.5', false);
  expect(debitOf(added)).toBe('26.5');
  expect(receivedOf(added)).toBe('25');
});

it('debits what the recipient gets and the fee, no matter who pays it', () => {
  const amounts = fc.bigInt({ min: 0n, max: 10n ** 30n }).map((units) => decimal(`${units}e-18`));
  fc.assert(
    fc.property(amounts, amounts, fc.boolean(), (amount, fee, fee_included) => {
      const one = { amount, fee, fee_included };
      expect(subtract(debitOf(one), receivedOf(one))).toBe(fee);
    }),
  );
});
