import { expect, it } from 'vitest';
import { decimal } from '../decimal.ts';
import { bandOf, type BandRules, isSanctioned, presentCategories, severityOf } from './bands.ts';

const rules: BandRules = {
  thresholds: { medium: '25', high: '50.5', severe: '75' },
  severities: { exchange: 'low', gambling: 'medium', mixer: 'high', sanctions: 'severe' },
};
const found = (name: string, share: string | null = '1') => ({
  name,
  share: share === null ? null : decimal(share),
});

it.each([
  ['0', 'low'],
  ['24.999999999999999999', 'low'],
  ['25', 'medium'],
  ['50.4', 'medium'],
  ['50.5', 'high'],
  ['75', 'severe'],
  ['1000', 'severe'],
] as const)('a score of %s alone is %s', (score, band) => {
  expect(bandOf(decimal(score), [found('exchange', '100')], rules)).toBe(band);
});

it.each([
  ['gambling', 'medium'],
  ['Mixer', 'high'],
  [' SANCTIONS ', 'severe'],
] as const)('the category %j raises a low score to %s, however small its share', (name, band) => {
  expect(bandOf(decimal('3'), [found('exchange', '99.99'), found(name, '0.01')], rules)).toBe(band);
});

it('a score that could not be read is never low', () => {
  expect(bandOf(null, [found('exchange', '100')], rules)).toBe('medium');
});

it('a mild category does not lower what the score says', () => {
  expect(bandOf(decimal('80'), [found('exchange', '100')], rules)).toBe('severe');
});

it.each(['something new', 'constructor', '__proto__'])('an unknown category, %j, is never low', (name) => {
  expect(severityOf(name, rules)).toBeNull();
  expect(bandOf(decimal('0'), [found(name, '0.01')], rules)).toBe('medium');
  expect(bandOf(decimal('60'), [found(name, '0.01')], rules)).toBe('high');
});

it('a category of which nothing was found does not count, one without a share does', () => {
  expect(bandOf(decimal('1'), [found('sanctions', '0')], rules)).toBe('low');
  expect(bandOf(decimal('1'), [found('sanctions', null)], rules)).toBe('severe');
  expect(presentCategories([found('A'), found(' a '), found('b', '0')])).toEqual(['a']);
});

it.each([
  ['sanctions', true],
  ['OFAC Sanctioned entity', true],
  ['exchange', false],
])('%j is about sanctions: %s', (name, expected) => {
  expect(isSanctioned([found(name)])).toBe(expected);
});
