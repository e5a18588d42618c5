import { describe, expect, it } from 'vitest';
import { stringifyJson } from '../json.ts';
import { compareReports, isSameResult, type ReportComparison } from './compare-reports.ts';
import { type AmlFindings, parseReport } from './read-report.ts';

type Made = { score: unknown; types?: unknown; sources?: object; hits?: string[] };

function compared(before: Made, after: Made): ReportComparison {
  const [earlier, later] = [before, after].map(({ score, types = {}, sources = {}, hits = [] }) =>
    parseReport(
      stringifyJson({
        aml_score: score,
        params: {
          types_of_funding: types,
          sources_of_funding: sources,
          direct_hits: hits.map((category) => ({ category })),
        },
      }),
    ),
  );
  if (earlier === undefined || later === undefined) throw new Error('Both are reports.');
  return compareReports(earlier, later);
}

describe('two reports on one subject', () => {
  it('differ by score, and by categories that came, went and moved', () => {
    const { scoreChange, categories, sentence } = compared(
      { score: 12, types: { exchange: 80, gambling: 5, wallet: 15 } },
      { score: '45.5', types: { exchange: 50, mixer: 20.5, wallet: 15, 'stolen funds': 14.5 } },
    );
    expect(scoreChange).toBe('33.5');
    expect(categories).toEqual({
      came: [
        { name: 'mixer', share: '20.5' },
        { name: 'stolen funds', share: '14.5' },
      ],
      went: [{ name: 'gambling', share: '5' }],
      moved: [{ name: 'exchange', before: '80', after: '50' }],
    });
    expect(sentence).toBe(
      'The score rose from 12 to 45.5; new: mixer 20.5%, stolen funds 14.5%; gone: gambling 5%; ' +
        'moved: exchange from 80% to 50%.',
    );
  });

  it('are the same where nothing differs but the spelling', () => {
    const { scoreChange, categories, sentence } = compared(
      { score: 12, types: { Exchange: '80%' } },
      { score: '12.0', types: { exchange: 80 } },
    );
    expect(scoreChange).toBe('0');
    expect(categories).toEqual({ came: [], went: [], moved: [] });
    expect(sentence).toBe('The score is still 12; the categories and shares are unchanged.');
  });

  it('tell where a score or a share is missing, instead of taking it for zero', () => {
    const { scoreChange, categories, sentence } = compared(
      { score: 'n/a', types: { mixer: null } },
      { score: 3, types: { mixer: 10 } },
    );
    expect(scoreChange).toBeNull();
    expect(categories.moved).toEqual([{ name: 'mixer', before: null, after: '10' }]);
    expect(sentence).toBe('The score is now 3; there was none before; moved: mixer from no share to 10%.');
  });

  it('put the farthest movement first, and name only some of many', () => {
    const before = { a: 10, b: 10, c: 10, d: 10, e: 10, f: 10 };
    const after = { a: 11, b: 30, c: 7, d: 12, e: 10.5, f: 10.25 };
    const { categories, sentence } = compared({ score: 9, types: before }, { score: 1, types: after });
    expect(categories.moved.map(({ name }) => name)).toEqual(['b', 'c', 'd', 'a', 'e', 'f']);
    expect(sentence).toBe(
      'The score fell from 9 to 1; moved: b from 10% to 30%, c from 10% to 7%, d from 10% to 12%, ' +
        'a from 10% to 11%, 2 more.',
    );
  });

  it('add up a category that occurs twice in a report', () => {
    const { categories } = compared(
      { score: 1, types: { Mixer: 5, mixer: 6 } },
      { score: 1, types: { mixer: 11 } },
    );
    expect(categories).toEqual({ came: [], went: [], moved: [] });
  });

  it('differ by labels of the subject itself, whatever the score and the funds say', () => {
    const same = { score: 90, types: { sanctions: 5 } };
    const { categories, directHits, sentence } = compared(
      { ...same, hits: ['Gambling', 'mixer'] },
      { ...same, hits: ['Sanctions', 'MIXER', 'sanctions'] },
    );
    expect(categories).toEqual({ came: [], went: [], moved: [] });
    expect(directHits).toEqual({
      came: [{ name: 'Sanctions', share: null }],
      went: [{ name: 'Gambling', share: null }],
      moved: [],
    });
    expect(sentence).toBe('The score is still 90; new direct hit: Sanctions; direct hit removed: Gambling.');
  });

  it('say so where one of them names unreadable categories', () => {
    const { sentence } = compared({ score: 1, types: { mixer: 5 } }, { score: 1, types: ['mixer'] });
    expect(sentence).toBe('The score is still 1; new: unreadable categories; gone: mixer 5%.');
  });

  it('take a share of exactly nothing for none', () => {
    const { categories, sentence } = compared(
      { score: 1, types: { exchange: 100, mixer: 5, dust: 0 } },
      { score: 1, types: { exchange: 100, scam: '0.00' } },
    );
    expect(categories).toEqual({ came: [], went: [{ name: 'mixer', share: '5' }], moved: [] });
    expect(sentence).toBe('The score is still 1; gone: mixer 5%.');
  });

  it('say of a category that is still listed that it fell to 0%, not that it is gone', () => {
    const { categories, sentence } = compared(
      { score: 1, types: { Mixer: 5, scam: 2 } },
      { score: 1, types: { mixer: 0, MIXER: '0.00' } },
    );
    expect(categories).toEqual({
      came: [],
      went: [{ name: 'scam', share: '2' }],
      moved: [{ name: 'Mixer', before: '5', after: '0' }],
    });
    expect(sentence).toBe('The score is still 1; gone: scam 2%; moved: Mixer from 5% to 0%.');
  });

  it('compare the sources too', () => {
    const { sources } = compared({ score: 1, sources: { A: 1 } }, { score: 1, sources: { B: 1 } });
    expect(sources).toEqual({
      came: [{ name: 'B', share: '1' }],
      went: [{ name: 'A', share: '1' }],
      moved: [],
    });
  });
});

it('name the category that decides the rating first, and never only count it', () => {
  const types = { exchange: 60, a: 10, b: 9, c: 8, d: 7, e: 5, ransomware: 1 };
  const after = reportOf({ types_of_funding: types });
  const { categories, sentence } = compareReports(reportOf({}), after, ['Ransomware', 'a']);
  expect(categories.came.map(({ name }) => name).slice(0, 3)).toEqual(['ransomware', 'a', 'exchange']);
  expect(sentence).toContain('new: ransomware 1%, a 10%');
});

it('are not the same result when funds come from nearer than before, or from an unknown distance', () => {
  const types_of_funding = { exchange: 99, ransomware: 1 };
  const far = reportOf({ types_of_funding, direct_exposure: { exchange: 99, ransomware: 0 } });
  const near = reportOf({ types_of_funding, direct_exposure: { exchange: 99, ransomware: 1 } });
  const untold = reportOf({ types_of_funding });
  expect(isSameResult(far, far)).toBe(true);
  expect(isSameResult(far, near)).toBe(false);
  expect(isSameResult(far, untold)).toBe(false);
  expect(isSameResult(untold, near)).toBe(true);
});

function reportOf(params: object): AmlFindings {
  const report = parseReport(JSON.stringify({ data: { aml_score: 5, params } }));
  if (report === undefined) throw new Error('This is no report.');
  return report;
}
