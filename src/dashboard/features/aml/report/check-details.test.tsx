import { describe, expect, it, vi } from 'vitest';
import type { AmlDecisionRecord } from '#contract/gateway/aml-bands.ts';
import type { AmlCheck } from '#contract/gateway/aml-check.ts';
import { sanctionsOf } from '#domain/aml/sanctions.ts';
import { decimal } from '#domain/decimal.ts';
import { markupOf } from '#dashboard/entities/aml/aml-testing.tsx';
import { amlCheckQuery } from './check.queries.ts';
import { CheckDetails } from './check-details.tsx';

// Settings that all tabs share are listened for as soon as they are loaded.
vi.hoisted(() => vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { pathname: '/' } })));

const sanctions = sanctionsOf({ kind: 'transaction', lists: [], matches: [], isNamedByReport: false });
const category = (name: string, share: string, severity: AmlCheck['band']) => ({
  name,
  share: decimal(share),
  direct_share: null,
  is_direct_hit: false,
  severity,
  counts: true,
});
const check: AmlCheck = {
  id: 'aml_2',
  kind: 'transaction',
  network: 'btc',
  value: '3e3a6f8b'.repeat(8),
  state: 'finished',
  payer_address: null,
  uid: null,
  asked_by: 'Compliance',
  key_fingerprint: '0123456789ab',
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
  ended_at: '2026-01-02T03:04:05Z',
  next_recheck_at: null,
  rechecks: 0,
  failure: null,
  can_resume: false,
  score: decimal('0'),
  is_not_found: false,
  band: 'unknown',
  sanctions,
  sanctions_then: sanctions,
  categories: [],
  checks_left: null,
  report_sha256: null,
  has_pdf: false,
  decision: null,
};

function shown(params: object, changes: Partial<AmlCheck> = {}, decisions: AmlDecisionRecord[] = []): string {
  const report = JSON.stringify({ aml_score: 7.65, params, message: '', pdf_link: '' });
  const read = { check: { ...check, ...changes }, report, decisions, other_decision: null, others: [] };
  return markupOf(<CheckDetails read={read} />, { permissions: ['transactions:read'] });
}

it('says about a transaction that does not exist on the network that the report proves nothing', () => {
  const html = shown({ transactions: { total: 0 } }, { is_not_found: true });
  expect(html).toContain('Not found on Bitcoin');
  expect(html).toContain('so this report proves nothing.');
  expect(shown({ transactions: { total: 3 }, types_of_funding: { exchange: 100 } })).not.toContain(
    'Not found',
  );
});

it('names the category that decides the rating first, however small its share', () => {
  const html = shown(
    { types_of_funding: { exchange: 98, ransomware: 2 } },
    {
      band: 'severe',
      categories: [category('ransomware', '2', 'severe'), category('exchange', '98', 'low')],
    },
  );
  const rows = [...html.matchAll(/<th scope="row"[^>]*>(\w+)/g)].map(([, name]) => name);
  expect(rows.slice(0, 2)).toEqual(['ransomware', 'exchange']);
});

it('says of a direct payment too small to show in its share that it is below the minimum, unless it counts', () => {
  const tiny = { ...category('ransomware', '0', 'severe'), direct_share: decimal('0.004') };
  const table = (counts: boolean) =>
    shown({ types_of_funding: { ransomware: 0 } }, { categories: [{ ...tiny, counts }] });
  expect(table(false)).toContain('>Below minimum<');
  expect(table(true)).not.toContain('>Below minimum<');
});

it('shows a decision that is carried over, with the check that it was made on', () => {
  const html = shown({ types_of_funding: { exchange: 100 } }, {}, [
    {
      id: 'd_1',
      check_id: 'aml_1',
      checked_at: '2026-01-01T00:00:00Z',
      decision: 'accepted',
      note: 'Papers seen',
      band: 'high',
      decided_by: 'Compliance',
      key_fingerprint: '0123456789ab',
      decided_at: '2026-01-01T00:00:00Z',
    },
  ]);
  expect(html).toContain('Carried over from the check on 2026-01-01: accepted by Compliance');
  expect(html).toContain('href="/aml/aml_1"');
  expect(html).not.toContain('No decision yet');
});

describe('two reports of one subject', () => {
  const earlier: AmlCheck = {
    ...check,
    id: 'aml_1',
    ended_at: '2026-01-01T03:04:05Z',
    score: decimal('40'),
    band: 'medium',
    categories: [category('exchange', '70.25', 'low'), category('mixer', '9.75', 'high')],
  };
  const later: AmlCheck = {
    ...check,
    score: decimal('52.5'),
    band: 'severe',
    categories: [
      category('exchange', '61.2', 'low'),
      category('quantum ring', '22.5', null),
      category('sanctions', '24', 'severe'),
    ],
  };

  it('show side by side, the earlier one first, whichever is open', () => {
    for (const html of [comparedOn(later, earlier), comparedOn(earlier, later)]) {
      const rows = rowsOf(html, 'aria-label="Two reports side by side"');
      expect(rows).toContain('Score (+12.5) Medium 40 Severe 52.5');
      expect(rows).toContain('quantum ring added — 22.5%');
      expect(rows).toContain('sanctions added — 24%');
      expect(rows).toContain('mixer removed 9.75% —');
      expect(rows).toContain('exchange changed 70.25% 61.2%');
      expect(rows).toContain('Sources : no changes');
      expect(html).toContain('The score rose from 40 to 52.5');
    }
  });

  it('each show the rest up to 100, or how far the shares are above it', () => {
    const ofLater = comparedOn(later, earlier);
    const rows = rowsOf(ofLater, 'aria-labelledby');
    expect(rows).toContain('quantum ring Unknown 22.5%');
    expect(rows).toContain('Above 100% — 7.7% The shares add up to more than 100%.');
    expect(ofLater).toContain('Not in your AML rules: quantum ring (22.5%)');
    expect(rowsOf(comparedOn(earlier, later), 'aria-labelledby')).toContain('Remainder — 20%');
  });
});

/** The page of one of the two, once the report of the other has arrived. */
function comparedOn(one: AmlCheck, other: AmlCheck): string {
  const [read, another] = [one, other].map((each) => ({
    check: each,
    report: reportOf(each),
    decisions: [],
    other_decision: null,
    others: [each === one ? other : one],
  }));
  if (read === undefined) throw new Error('There are two.');
  return markupOf(<CheckDetails read={read} />, {
    permissions: ['transactions:read'],
    answers: (client) => client.setQueryData(amlCheckQuery(other.id).queryKey, another),
  });
}

/** What can be read in each row of the first table with this attribute. */
function rowsOf(html: string, attribute: string): string[] {
  const table = new RegExp(`<table[^>]* ${attribute}.*?</table>`, 's').exec(html)?.[0] ?? '';
  return [...table.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) =>
    row
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
}

/** As the provider gave it. */
function reportOf({ score, categories }: AmlCheck): string {
  const shares = categories.map(({ name, share }) => [name, Number(share)]);
  return JSON.stringify({
    aml_score: Number(score),
    params: { types_of_funding: Object.fromEntries(shares) },
  });
}
