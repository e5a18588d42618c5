import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Decimal } from './decimal.ts';
import {
  formatAmount,
  formatCount,
  formatEvery,
  formatInteger,
  formatList,
  listSeparators,
  pluralize,
} from './format.ts';

it('counts things in the singular and the plural, as Intl does', () => {
  const plurals = new Intl.PluralRules('en-US');
  for (let count = 0; count < 200; count += 1) {
    expect(pluralize(count, 'one', 'other')).toBe(plurals.select(count));
  }
  expect(formatCount(0, 'wallet')).toBe('0 wallets');
  expect(formatCount(1, 'wallet')).toBe('1 wallet');
  expect(formatCount(1234, 'address', 'addresses')).toBe('1,234 addresses');
});

it.each([['and', 'conjunction'] as const, ['or', 'disjunction'] as const])(
  'lists items with “%s” as Intl does, and says what stands before each',
  (word, type) => {
    const lists = new Intl.ListFormat('en-US', { type });
    for (const items of [[], ['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd']]) {
      expect(formatList(items, word)).toBe(lists.format(items));
      const parts = lists.formatToParts(items).filter((part) => part.type === 'literal');
      const between = parts.map(({ value }) => value);
      expect(listSeparators(items.length, word)).toEqual(items.length === 0 ? [] : ['', ...between]);
    }
    expect(formatList(['Tron', 'Ethereum'])).toBe('Tron and Ethereum');
  },
);

const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 100 });

it('groups digits as Intl does, and keeps every digit of an amount', () => {
  expect(formatInteger('123456789012345678901')).toBe('123,456,789,012,345,678,901');
  expect(formatAmount('-1234.5' as Decimal)).toBe('−1,234.5');
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 30n }),
      fc.stringMatching(/^\d{0,17}[1-9]$/),
      (whole, fraction) => {
        const amount = `${whole}.${fraction}`;
        expect(formatAmount(amount as Decimal).replaceAll(',', '')).toBe(amount);
        expect(formatAmount(amount as Decimal)).toBe(exact.format(amount as `${number}`));
        expect(formatInteger(-whole)).toBe(exact.format(-whole));
      },
    ),
  );
});

it('names every one as people do', () => {
  expect([1, 2, 3, 1234].map((count) => formatEvery(count, 'row'))).toEqual([
    'the only row',
    'both rows',
    'all 3 rows',
    'all 1,234 rows',
  ]);
});
