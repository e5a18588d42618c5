import { expect, it } from 'vitest';
import { isAmountSearch } from './amount-search.ts';

it.each(['5', '1250', '1,250.50', '1.250,50', '1 250', '12.', '12.5 usdt', '0.004BTC'])(
  'recognizes %s as an amount',
  (text) => {
    expect(isAmountSearch(text, [])).toBe(true);
  },
);

it.each(['', 'usdt', 'tx_1250', '0x1250', '12ab', '1250 Lindqvist', 'INV-1250', 'TMLeHED4pXwdJAsYBsYroVPt'])(
  'doesn’t take %s for an amount',
  (text) => {
    expect(isAmountSearch(text, [])).toBe(false);
  },
);

it('treats a number as an ID if it is the ID of a row that was found', () => {
  expect(isAmountSearch('1250', ['1251', undefined, '1250'])).toBe(false);
  expect(isAmountSearch('1250', ['12500'])).toBe(true);
});
