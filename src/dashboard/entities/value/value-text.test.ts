import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { noValue, type RateStep } from '#domain/value.ts';
import { totalText, wayTexts } from './value-text.ts';

const step = (changes: Partial<RateStep> = {}): RateStep => ({
  currency: 'BTC',
  quote: 'USD',
  rate: decimal('61234.5'),
  at: '2026-10-31T12:00:00.000Z',
  source: 'file',
  origin: 'october.csv',
  is_inverse: false,
  ...changes,
});
const rule = step({ currency: 'USDT', rate: decimal('1'), source: 'rule', origin: null });

it('says of each rate what it is, when it was, in the user’s zone, and where it comes from', () => {
  expect(wayTexts([step()], 'Europe/Berlin')).toEqual([
    '1 BTC = 61,234.5 USD, 2026-10-31 13:00:00, from october.csv',
  ]);
  expect(wayTexts([step({ source: 'exchange', origin: 'x1', quote: 'USDT' }), rule], 'UTC')).toEqual([
    'Cross rate',
    '1 BTC = 61,234.5 USDT, 2026-10-31 12:00:00, from your exchange x1',
    '1 USDT = 1 USD, by your account’s settings',
  ]);
  expect(wayTexts([], 'UTC')).toEqual(['No rate needed']);
});

const text = (steps: RateStep[], without: string[] = []) =>
  totalText({ total: noValue, steps, without }, 'USD', 'UTC');

it('says of a total the dates of its rates, which rule it depends on, and what it leaves out', () => {
  expect(text([step()])).toBe('USD at rates of 2026-10-31.');
  expect(text([step(), step({ at: '2026-10-28T12:00:00.000Z' })])).toBe(
    'USD at rates of 2026-10-28 to 2026-10-31.',
  );
  expect(text([], ['BNB'])).toBe('No USD rate for BNB.');
  expect(text([])).toBe('USD.');
  expect(text([rule], ['BNB'])).toBe(
    'USD. USDT counts as 1 USD, by your account’s settings. Not included, because there is no USD rate: BNB.',
  );
  expect(text([step(), rule, { ...rule, currency: 'USDC' }], ['BNB', 'TRX'])).toBe(
    'USD at rates of 2026-10-31. USDT and USDC count as 1 USD, by your account’s settings. Not included, because there is no USD rate: BNB and TRX.',
  );
});
