import { describe, expect, it } from 'vitest';
import { draftOf, minimumField, parseDraft } from './aml-rules-draft.ts';

const rules = {
  thresholds: { medium: '25', high: '50', severe: '75' },
  severities: { mixer: 'high' },
  minimum_shares: { mixer: { direct: '0.1', indirect: '1' } },
  unknown_share: '50',
  recent_days: 30,
} as const;

describe('AML rules that are typed', () => {
  it('are the rules that they were made of', () => {
    expect(parseDraft(draftOf(rules))).toEqual({ ok: true, rules });
    expect(parseDraft({ ...draftOf(rules), high: ' 50.5 ' })).toMatchObject({
      rules: { thresholds: { high: '50.5' } },
    });
  });

  it('drop the minimum shares of a category without a severity, and take an empty one for none', () => {
    const minimumShares = { mixer: { direct: ' ', indirect: '2.5' }, gone: { direct: '1', indirect: '1' } };
    expect(parseDraft({ ...draftOf(rules), minimumShares })).toMatchObject({
      rules: { minimum_shares: { mixer: { direct: '0', indirect: '2.5' } } },
    });
    expect(parseDraft({ ...draftOf(rules), minimumShares })).not.toHaveProperty('rules.minimum_shares.gone');
  });

  it('are complained of at their field', () => {
    const read = parseDraft({ ...draftOf(rules), medium: 'many', recentDays: '1.5' });
    expect(read).toEqual({
      ok: false,
      complaints: {
        medium: 'Enter a number from 0 to 1,000,000 with at most 6 decimals.',
        recentDays: 'Enter a whole number of days from 0 to 366.',
      },
    });
    const minimumShares = { mixer: { direct: '0.1', indirect: '101' } };
    expect(parseDraft({ ...draftOf(rules), minimumShares })).toEqual({
      ok: false,
      complaints: {
        [minimumField('mixer', 'indirect')]: 'Enter a share from 0 to 100 percent with at most 4 decimals.',
      },
    });
    expect(parseDraft({ ...draftOf(rules), high: '80' })).toEqual({
      ok: false,
      complaints: { severe: 'The scores must rise from medium to severe.' },
    });
  });
});
