import { describe, expect, it } from 'vitest';
import { type Sanctions, type SanctionsMatch, sanctionsOf } from '#domain/aml/sanctions.ts';
import { decimal } from '#domain/decimal.ts';
import { BandBadge, SanctionsTag } from './aml-badge.tsx';
import { markupOf } from './aml-testing.tsx';
import { amlResult, type KnownResult } from './aml-results.queries.ts';
import { AmlResult } from './aml-result.tsx';
import { ResultCell } from './result-cell.tsx';

const subject = { network: 'eth', value: '0x01e2919679362dFBC9ee1644Ba9C6da6D6245BB1' };
const list = { name: 'OFAC SDN', date: '2026-11-20', entries: 1234 };
const sanctionsBy = (lists: (typeof list)[], matches: SanctionsMatch[] = []): Sanctions =>
  sanctionsOf({ kind: 'address', lists, matches, isNamedByReport: false });
const notScreened = sanctionsBy([]);
const named = sanctionsBy([list], [{ ...list, entity: 'A group' }]);
const notNamed = sanctionsBy([list]);

const found = (band: 'low' | 'unknown' | 'severe', sanctions: Sanctions): KnownResult => ({
  is_running: false,
  sanctions,
  last: {
    id: 'aml_1',
    score: decimal('15'),
    band,
    decisive_category: null,
    is_not_found: false,
    ended_at: '2026-01-02T03:04:05Z',
    decision: null,
    is_decision_carried_over: false,
  },
});

/** As the badge beside an address, and as the column of a list shows it. */
function shown(result: KnownResult): [badge: string, column: string] {
  const { queryKey } = amlResult(subject.network, subject.value);
  return [
    markupOf(<AmlResult {...subject} />, { answers: (client) => client.setQueryData(queryKey, result) }),
    markupOf(<ResultCell {...subject} result={result} />),
  ];
}

describe('an unknown risk', () => {
  it('is gray and has no check mark, with the raw score next to it', () => {
    const html = markupOf(<BandBadge band="unknown" score="15" />);
    expect(html).toMatch(/data-tone="neutral".*Unknown.*15/);
    for (const each of [html, ...shown(found('unknown', notScreened))]) {
      expect(each).toMatch(/Unknown/);
      expect(each).not.toMatch(/circle-check|positive|Low/);
    }
  });
});

describe('a subject that was not found', () => {
  it('is shown next to the badge and in the cell of a list, with its network', () => {
    const { last, ...rest } = found('unknown', notScreened);
    if (last === null) throw new Error('There is a result.');
    for (const html of shown({ ...rest, last: { ...last, is_not_found: true } })) {
      expect(html).toMatch(/Unknown.*not found on Ethereum/s);
    }
    for (const html of shown({ last, ...rest })) expect(html).not.toContain('not found');
    expect(markupOf(<BandBadge band="unknown" score="15" reason="not found on Tron" />)).toContain(
      'title="Unknown: not found on Tron"',
    );
  });
});

describe('the badge of an address and its cell in a list', () => {
  it('say that it was not screened while no sanctions list is loaded', () => {
    for (const html of shown(found('low', notScreened))) expect(html).toContain('Not screened for sanctions');
  });

  it('name the list that names it, also where it was never checked', () => {
    for (const html of shown(found('severe', named))) {
      expect(html).toContain('On OFAC SDN');
      expect(html).toContain('data-tone="severe"');
    }
    for (const html of shown({ ...found('severe', named), last: null })) {
      expect(html).toContain('On OFAC SDN');
      expect(html).toContain('data-tone="severe"');
    }
  });
});

it('adds nothing to the risk of an address that no loaded list names', () => {
  expect(markupOf(<SanctionsTag sanctions={notNamed} />)).toBe('');
});
