import { expect, it } from 'vitest';
import { compare } from '#domain/arithmetic.ts';
import { decimalPlaces } from '#domain/decimal.ts';
import { currenciesOf, decimalsOf, withdrawalNetworks } from '#domain/networks.ts';
import { defaultFeeRule } from './withdrawal-fees.ts';

const pairs = withdrawalNetworks.flatMap((network) =>
  currenciesOf(network).map((currency) => [network, currency] as const),
);

it.each(pairs)('has a default for %s %s: payable, and with a minimum above the fee', (network, currency) => {
  const rule = defaultFeeRule(network, currency);
  if (rule === undefined) throw new Error('There is none.');
  expect(compare(rule.minimum, rule.fee)).toBe(1);
  expect(decimalPlaces(rule.fee)).toBeLessThanOrEqual(decimalsOf(network, currency) ?? 0);
});
