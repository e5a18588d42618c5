import { expect, it } from 'vitest';
import { bandOf, isSanctioned } from './bands.ts';
import { findingsOf, unreadCategories } from './findings.ts';
import { isNotFound } from './not-found.ts';
import { parseReport } from './read-report.ts';

function findings(params: object) {
  const report = parseReport(JSON.stringify({ data: { aml_score: 3, params } }));
  return report && findingsOf(report);
}

const hit = { role: 'recipient', address: 'T1', entity: 'Somebody', category: 'sanctions', source: 'A list' };

it('are the categories of the funds, then those of labels that no funds came from, each once', () => {
  const found = findings({
    types_of_funding: { exchange: 90, Mixer: 10 },
    direct_hits: [hit, { ...hit, category: 'mixer' }, hit],
  });
  expect(found).toEqual([
    { name: 'exchange', share: '90', direct: null, isDirectHit: false },
    { name: 'Mixer', share: '10', direct: null, isDirectHit: true },
    { name: 'sanctions', share: null, direct: null, isDirectHit: true },
  ]);
  expect(isSanctioned(found ?? [])).toBe(true);
});

it('count a label though the report says that no funds came from its category', () => {
  const found = findings({ types_of_funding: { exchange: 100, sanctions: 0 }, direct_hits: [hit] });
  expect(isSanctioned(found ?? [])).toBe(true);
});

it('include direct exposure to a category if the report does', () => {
  const found = findings({
    types_of_funding: { exchange: 90, Mixer: 9, ransomware: 1 },
    direct_exposure: { exchange: 80.5, mixer: 0 },
  });
  expect(found?.map(({ direct }) => direct)).toEqual(['80.5', '0', '0']);
});

it("name what can't be read, so that it never counts as low", () => {
  for (const params of [{ types_of_funding: ['mixer'] }, { direct_hits: ['sanctions'] }]) {
    expect(findings(params)).toMatchObject([{ name: unreadCategories, share: null, isDirectHit: false }]);
  }
  const found = findings({ types_of_funding: ['mixer'] }) ?? [];
  const thresholds = { medium: '25', high: '50', severe: '75' };
  expect(bandOf(null, found, { thresholds, severities: {}, minimum_shares: {}, unknown_share: '50' })).toBe(
    'medium',
  );
});

it('are none where the report names none', () => {
  expect(findings({})).toEqual([]);
  expect(findings({ direct_hits: [] })).toEqual([]);
  expect(findings({ types_of_funding: [] })).toEqual([]);
});

it.each([
  [{ transactions: { total: 0, inputs: 0, outputs: 0 } }, true],
  [{ transactions: { total: 0 }, balances: { USDT: 0 }, types_of_funding: { unknown: 100 } }, true],
  [{ transactions: { total: 1, inputs: 1, outputs: 0 } }, false],
  [{ transactions: { total: 0 }, direct_hits: [hit] }, false],
  [{ transactions: { total: 0 }, balances: { USDT: 12 } }, false],
  [{ types_of_funding: { exchange: 100 } }, false],
])(
  'are of a subject that was not found only where the provider says that it knows nothing: %j',
  (params, expected) => {
    const report = parseReport(JSON.stringify({ data: { aml_score: 3, params } }));
    expect(report && isNotFound(report)).toBe(expected);
  },
);
