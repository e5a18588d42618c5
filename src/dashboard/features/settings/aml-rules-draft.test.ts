import { describe, expect, it } from 'vitest';
import { draftOf, readDraft } from './aml-rules-draft.ts';

const rules = {
  thresholds: { medium: '25', high: '50', severe: '75' },
  severities: { mixer: 'high' },
  recent_days: 30,
} as const;

describe('AML rules that are typed', () => {
  it('are the rules that they were made of', () => {
    expect(readDraft(draftOf(rules))).toEqual({ ok: true, rules });
    expect(readDraft({ ...draftOf(rules), high: ' 50.5 ' })).toMatchObject({
      rules: { thresholds: { high: '50.5' } },
    });
  });

  it('are complained of at their field', () => {
    const read = readDraft({ ...draftOf(rules), medium: 'many', recentDays: '1.5' });
    expect(read).toEqual({
      ok: false,
      complaints: {
        medium: 'must be a number from 0 to 1000000 with at most 6 decimals',
        recentDays: 'must be a whole number of days from 0 to 366',
      },
    });
    expect(readDraft({ ...draftOf(rules), high: '80' })).toEqual({
      ok: false,
      complaints: { severe: 'must rise from medium to severe' },
    });
  });
});
