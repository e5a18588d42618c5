import { expect, it, vi } from 'vitest';
import type { AmlDecisionRecord } from '#contract/gateway/aml-bands.ts';
import type { AmlCheck } from '#contract/gateway/aml-check.ts';
import { sanctionsOf } from '#domain/aml/sanctions.ts';
import { decimal } from '#domain/decimal.ts';
import { markupOf } from '#dashboard/entities/aml/aml-testing.tsx';
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
