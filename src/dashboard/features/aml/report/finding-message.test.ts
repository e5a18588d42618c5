import { describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { sanctionsOf } from '#domain/aml/sanctions.ts';
import { findingMessage } from './finding-message.ts';

const found = (
  name: string,
  share: string | null,
  severity: 'low' | 'medium' | 'high' | 'severe' | null,
  counts = true,
) => ({
  name,
  share: share === null ? null : decimal(share),
  direct_share: null,
  is_direct_hit: false,
  severity,
  counts,
});

const sanctions = sanctionsOf({ kind: 'address', lists: [], matches: [], isNamedByReport: false });
const notScreened = { kind: 'address', sanctions, sanctions_then: sanctions } as const;
const namedByReport = sanctionsOf({ kind: 'address', lists: [], matches: [], isNamedByReport: true });
const named = { kind: 'address', sanctions: namedByReport, sanctions_then: namedByReport } as const;
const without = 'Not screened for sanctions: no sanctions list is loaded.';

describe('the finding of a report', () => {
  it('names what weighs most, and never takes an unknown category for low', () => {
    expect(
      findingMessage({
        band: 'severe',
        score: decimal('88.5'),
        ...named,
        categories: [
          found('sanctions', '60.5', 'severe'),
          found('mixer', null, 'high'),
          found('nft', '3', null),
          found('exchange', '36.5', 'low'),
        ],
      }),
    ).toBe(
      'Severe risk, score 88.5. Sanctioned according to the provider’s report. Main drivers: sanctions ' +
        '(60.5%), mixer. Not in your AML rules: nft (3%).',
    );
  });

  it('says so if every category is low, if none is named, and if there is no score', () => {
    const low = { band: 'low', ...notScreened } as const;
    expect(
      findingMessage({ ...low, score: decimal('2'), categories: [found('exchange', '100', 'low')] }),
    ).toBe(`Low risk, score 2. ${without} Only low-risk categories were found.`);
    expect(findingMessage({ ...low, band: 'medium', score: null, categories: [] })).toBe(
      `Medium risk, no readable score. ${without} The report lists no categories.`,
    );
  });

  it('does not count categories with a share of zero', () => {
    expect(
      findingMessage({
        band: 'low',
        score: decimal('0'),
        ...notScreened,
        categories: [found('sanctions', '0', 'severe'), found('wallet', '100', 'low')],
      }),
    ).toBe(`Low risk, score 0. ${without} Only low-risk categories were found.`);
  });

  it('names the severe ones before the high ones, however small their share', () => {
    const high = ['a', 'b', 'c', 'd', 'e'].map((name) => found(name, '9', 'high'));
    const categories = [...high, found('sanctions', '0.1', 'severe')];
    expect(findingMessage({ band: 'severe', score: decimal('9'), ...named, categories })).toContain(
      'Main drivers: sanctions (0.1%), a (9%), b (9%), c (9%) and 2 more.',
    );
  });

  it('says what was true when the report came if a list that was loaded later names the address', () => {
    const list = { name: 'OFAC SDN', date: '2026-11-20', entries: 1234 };
    const match = { ...list, entity: '' };
    const now = sanctionsOf({ kind: 'address', lists: [list], matches: [match], isNamedByReport: false });
    const check = {
      ...notScreened,
      sanctions: now,
      band: 'severe' as const,
      score: decimal('1'),
      categories: [],
    };
    expect(findingMessage(check)).toContain(
      'On OFAC SDN (2026-11-20, 1,234 addresses). At the time of the report: ' +
        'Not screened for sanctions at the time: no sanctions list was loaded.',
    );
  });

  it('says about a share below the minimum that it is not counted', () => {
    const categories = [found('exchange', '99.94', 'low'), found('ransomware', '0.06', 'severe', false)];
    expect(findingMessage({ band: 'low', score: decimal('7.65'), ...notScreened, categories })).toBe(
      `Low risk, score 7.65. ${without} Below the minimum share, not counted: ransomware (0.06%). ` +
        'The other categories are low-risk.',
    );
  });

  it('names a direct payment that is too small to show in its share', () => {
    const tiny = { ...found('sanctions', '0', 'severe'), direct_share: decimal('0.01') };
    const words = findingMessage({
      band: 'severe',
      score: decimal('1'),
      ...named,
      categories: [tiny],
    });
    expect(words).toContain('Main driver: sanctions (at most 0.01%).');
  });

  it('names four of many', () => {
    const categories = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => found(name, '1', 'medium'));
    expect(findingMessage({ band: 'medium', score: decimal('9'), ...notScreened, categories })).toBe(
      `Medium risk, score 9. ${without} Medium-risk categories: a (1%), b (1%), c (1%), d (1%) and 2 more.`,
    );
  });
});
