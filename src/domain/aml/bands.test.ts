import { describe, expect, it } from 'vitest';
import { decimal } from '../decimal.ts';
import {
  bandOf,
  type BandRules,
  type Finding,
  isSanctioned,
  minimumSharesOf,
  presentCategories,
  severityOf,
  weighFindings,
} from './bands.ts';

const rules: BandRules = {
  thresholds: { medium: '25', high: '50.5', severe: '75' },
  severities: {
    exchange: 'low',
    gambling: 'medium',
    mixer: 'high',
    sanctions: 'severe',
    ransomware: 'severe',
    'unknown wallet': 'unknown',
  },
  unknown_share: '50',
  minimum_shares: {
    ransomware: { direct: '0.1', indirect: '1' },
    sanctions: { direct: '5', indirect: '0.1' },
  },
};
const found = (name: string, share: string | null = '1', direct: string | null = null): Finding => ({
  name,
  share: share === null ? null : decimal(share),
  direct: direct === null ? null : decimal(direct),
  isDirectHit: false,
});
const hit = (name: string, share: string | null = null): Finding => ({
  ...found(name, share),
  isDirectHit: true,
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
] as const)(
  'the category %j without a minimum raises a low score to %s, however small its share',
  (name, band) => {
    expect(bandOf(decimal('3'), [found('exchange', '99.99'), found(name, '0.01')], rules)).toBe(band);
  },
);

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
  expect(bandOf(decimal('1'), [found('exchange', '100'), found('sanctions', '0')], rules)).toBe('low');
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

it.each([
  ['ransomware', '0.06', '0', 'low'],
  ['ransomware', '0.99', '0', 'low'],
  ['ransomware', '1', '0', 'severe'],
  ['ransomware', '0.2', '0.09', 'low'],
  ['ransomware', '0.2', '0.1', 'severe'],
  ['RANSOMWARE ', '0.2', '0.1', 'severe'],
  // The distance is unknown: it may have come directly from there.
  ['ransomware', '0.06', null, 'low'],
  ['ransomware', '0.2', null, 'severe'],
  ['sanctions', '0.05', '0', 'low'],
  ['sanctions', '0.1', '0', 'severe'],
  ['sanctions', '0.01', '0.01', 'severe'],
  ['sanctions', '0', '0.01', 'severe'],
] as const)(
  '%s with a share of %s, %s of it direct, rates a score of 7.65 as %s',
  (name, share, direct, band) => {
    const findings = [found('exchange', '90'), found(name, share, direct)];
    expect(bandOf(decimal('7.65'), findings, rules)).toBe(band);
  },
);

it('a direct hit has no minimum, whatever share of the funds came from its category', () => {
  for (const name of ['sanctions', 'ransomware']) {
    expect(bandOf(decimal('1'), [hit(name)], rules)).toBe('severe');
    expect(bandOf(decimal('1'), [hit(name, '0.01')], rules)).toBe('severe');
  }
});

it('direct exposure to sanctions has no minimum, whatever the rules say', () => {
  expect(minimumSharesOf('Sanctions', rules)).toEqual({ direct: '0', indirect: '0.1' });
});

it('a category that is named in several spellings has the sum of their shares', () => {
  const twice = [found('ransomware', '0.6', '0'), found('Ransomware', '0.4', '0')];
  expect(bandOf(decimal('1'), twice, rules)).toBe('severe');
});

it('the finding that decides the rating comes first, and those that do not count come last', () => {
  const findings = [
    found('exchange', '90'),
    found('gambling', '8'),
    found('ransomware', '0.5', '0'),
    found('mixer', '0.2'),
    found('new', '0.3'),
    hit('sanctions'),
  ];
  const weighed = weighFindings(findings, rules);
  expect(weighed.map(({ name, counts }) => [name, counts])).toEqual([
    ['sanctions', true],
    ['mixer', true],
    ['gambling', true],
    ['new', true],
    ['exchange', true],
    ['ransomware', false],
  ]);
});

describe('an unknown risk', () => {
  it.each([
    ['nothing is found', '0', []],
    ['nothing is found and there is no score', null, []],
    ['exactly nothing is found of a category', '0', [found('sanctions', '0')]],
    ['all origins are unknown', '15', [found('Unknown wallet', '100')]],
    [
      'more than the share is of unknown origin',
      '9',
      [found('exchange', '49.99'), found('unknown wallet', '50.01')],
    ],
    ['more than the share is not named in the report', '1', [found('exchange', '49.9')]],
    [
      'both together are more than the share',
      '1',
      [found('exchange', '49.9'), found('unknown wallet', '30')],
    ],
  ])('is it when %s', (_when, score, findings) => {
    expect(bandOf(score === null ? null : decimal(score), findings, rules)).toBe('unknown');
  });

  it.each([
    [
      'as much as the share is of unknown origin',
      '8',
      [found('exchange', '50'), found('unknown wallet', '50')],
      'low',
    ],
    ['the subject is known by a label alone', '5', [hit('exchange')], 'low'],
    ['the score is worse', '30', [found('unknown wallet', '100')], 'medium'],
    ['a category is worse', '5', [found('mixer', '1'), found('unknown wallet', '99')], 'high'],
    [
      'a category is not known to the rules',
      '5',
      [found('new', '1'), found('unknown wallet', '99')],
      'medium',
    ],
  ] as const)('is it not when %s', (_when, score, findings, band) => {
    expect(bandOf(decimal(score), findings, rules)).toBe(band);
  });

  it('depends on the share that the account sets', () => {
    const findings = [found('exchange', '70'), found('unknown wallet', '30')];
    expect(bandOf(decimal('5'), findings, { ...rules, unknown_share: '29.9' })).toBe('unknown');
    expect(bandOf(decimal('5'), findings, { ...rules, unknown_share: '30' })).toBe('low');
  });
});
