import { describe, expect, it, vi } from 'vitest';
import type { AmlCheck } from '#contract/gateway/aml-check.ts';
import { type AmlFindings, parseReport } from '#domain/aml/read-report.ts';
import { sanctionsOf } from '#domain/aml/sanctions.ts';
import { decimal } from '#domain/decimal.ts';
import { instantFromDate } from '#domain/time.ts';
import { PdfSheet } from '#pdf/pdf-sheet.ts';
import type { AuditLogRow } from '../../audit-log/audit-log-list.store.ts';
import { newEntry } from '../../audit-log/testing-audit-log.ts';
import { type Evidence, evidenceSheet } from './evidence-sheet.ts';

const address = '0x8589427373D6D84E98730D7795D8f6f8731FDA16';
const printedAt = instantFromDate(new Date('2026-11-22T02:02:03Z'));

function report(score: number, types: Record<string, number>, params: object = {}): AmlFindings {
  const answer = { aml_score: score, message: '', params: { types_of_funding: types, ...params } };
  const read = parseReport(JSON.stringify({ data: answer }));
  if (read === undefined) throw new Error('no report');
  return read;
}

const notScreened = sanctionsOf({ kind: 'address', lists: [], matches: [], isNamedByReport: false });
const counted = { direct_share: null, is_direct_hit: false, counts: true };

const check: AmlCheck = {
  id: 'check-2',
  kind: 'address',
  network: 'eth',
  value: address,
  state: 'finished',
  payer_address: null,
  uid: 'f'.repeat(41),
  asked_by: 'Compliance',
  key_fingerprint: '0a1b2c3d4e5f',
  created_at: '2026-11-22T01:02:03.000Z',
  updated_at: '2026-11-22T01:02:09.000Z',
  ended_at: '2026-11-22T01:02:09.000Z',
  next_recheck_at: null,
  rechecks: 3,
  failure: null,
  can_resume: false,
  score: decimal('62.5'),
  band: 'high',
  is_not_found: false,
  sanctions: notScreened,
  sanctions_then: notScreened,
  categories: [
    { name: 'mixer', share: decimal('41.5'), severity: 'high', ...counted },
    { name: 'Zauberei', share: decimal('20'), severity: null, ...counted },
  ],
  checks_left: '41',
  report_sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  has_pdf: true,
  decision: null,
};

const evidence: Evidence = {
  check,
  report: report(62.5, { mixer: 41.5, Zauberei: 20 }, { owner: 'Whirl', note: { by: 'nobody' } }),
  accountId: 'account-1',
  decisions: [],
  before: undefined,
  rules: {
    value: {
      thresholds: { medium: '25', high: '50', severe: '75' },
      severities: {},
      minimum_shares: {},
      unknown_share: '50',
      recent_days: 30,
    },
    changed: undefined,
  },
  auditLog: { requests: [], head: { entries: 1234, hash: 'cd'.repeat(32) }, lacking: [] },
  printedBy: 'the key “Officer”',
  printedAt,
};

const auditLogRow: AuditLogRow = {
  ...newEntry({ operation: 'startAmlCheck' }),
  account_id: 'account',
  sequence: 7,
  salt: null,
  previous_hash: 'ab'.repeat(32),
  hash: 'cd'.repeat(32),
  http_status: 200,
  outcome_session: null,
  outcome_salt: null,
  outcome_sequence: 8,
  outcome_at: null,
  outcome_hash: null,
  outcome_previous_hash: null,
};

/** Everything on the sheet, a line for each text, fact and row. */
async function linesOf(changed: Partial<Evidence>): Promise<string[]> {
  const written = vi.spyOn(PdfSheet.prototype, 'write');
  const facts = vi.spyOn(PdfSheet.prototype, 'facts');
  const tables = vi.spyOn(PdfSheet.prototype, 'table');
  const scales = vi.spyOn(PdfSheet.prototype, 'scale');
  const pdf = await evidenceSheet({ ...evidence, ...changed });
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const lines = [
    ...scales.mock.calls.map(([{ value, level }]) => `${value}: ${level}`),
    ...written.mock.calls.map(([text]) => text),
    ...facts.mock.calls.flatMap(([rows]) => rows.map((row) => row.join(': '))),
    ...tables.mock.calls.flatMap(([, rows]) => rows.map((row) => row.join(' | '))),
  ];
  vi.restoreAllMocks();
  return lines;
}

describe('the evidence sheet', () => {
  it('names the subject whole, who asked, and what proves the answer', async () => {
    const lines = await linesOf({});
    expect(lines).toContain(`Address: ${address}`);
    expect(lines).toContain('Requested: 2026-11-22 01:02:03 UTC by Compliance (0a1b2c3d4e5f)');
    expect(lines).toContain(`SHA-256 of the response: ${check.report_sha256}`);
    expect(lines).toContain('62.5: High risk');
    expect(lines.join('\n')).toContain(`1234 entries. The hash of the last one is ${'cd'.repeat(32)}`);
  });

  it('says about a subject that was not found that nothing follows from the report', async () => {
    const lines = await linesOf({ check: { ...check, band: 'unknown', is_not_found: true } });
    expect(lines).toContain('62.5: Unknown risk: not found on Ethereum');
    expect(lines).toContain(
      'Not found on Ethereum: the provider has no transaction of this address there, so this report proves nothing. Check that the network is right.',
    );
    expect((await linesOf({})).join('\n')).not.toMatch(/not found/i);
  });

  it('shows the rest up to 100, unknown categories as unknown, and fields that are not interpreted', async () => {
    const lines = await linesOf({});
    expect(lines).toContain('mixer | High risk | not reported | 41.5');
    expect(lines).toContain('Zauberei | not in the rules | not reported | 20');
    expect(lines).toContain('Not named in the report |  |  | 38.5');
    expect(lines).toContain('params.note: {"by":"nobody"}');
    const over = await linesOf({ report: report(10, { exchange: 80, mining: 40 }) });
    expect(over).toContain('Sum above 100 by |  |  | 20');
  });

  it('marks a category below its minimum share, and a direct hit', async () => {
    const far = { ...counted, direct_share: decimal('0'), counts: false };
    const categories: AmlCheck['categories'] = [
      { name: 'scam', share: null, severity: 'high', ...counted, is_direct_hit: true },
      { name: 'ransomware', share: decimal('0.06'), severity: 'severe', ...far },
    ];
    const lines = await linesOf({ check: { ...check, categories } });
    expect(lines).toContain('scam (direct hit) | High risk | not reported | no share');
    expect(lines).toContain('ransomware | Severe risk, below minimum | 0 | 0.06');
  });

  it('has every decision, the latest first, with the band of its time', async () => {
    const decision = {
      check_id: check.id,
      checked_at: '2026-11-22T01:05:00.000Z',
      key_fingerprint: '0a1b2c3d4e5f',
      decided_by: 'Officer',
    } as const;
    const lines = await linesOf({
      decisions: [
        {
          ...decision,
          id: '2',
          decision: 'rejected',
          note: '',
          band: 'high',
          decided_at: '2026-11-22T02:00:00.000Z',
        },
        {
          ...decision,
          id: '1',
          decision: 'accepted',
          note: 'Known customer',
          band: 'low',
          decided_at: '2026-11-22T01:30:00.000Z',
        },
      ],
    });
    const rows = lines.filter((line) => line.includes('Officer (0a1b2c3d4e5f)'));
    expect(rows).toEqual([
      '2026-11-22 02:00:00 UTC | Rejected | High risk | Officer (0a1b2c3d4e5f) | ',
      '2026-11-22 01:30:00 UTC | Accepted | Low risk | Officer (0a1b2c3d4e5f) | Known customer',
    ]);
  });

  it('names the check that a decision is carried over from', async () => {
    const lines = await linesOf({
      decisions: [
        {
          id: '1',
          check_id: 'aml_earlier',
          checked_at: '2026-10-01T01:05:00.000Z',
          decision: 'accepted',
          note: 'Known customer',
          band: 'high',
          decided_by: 'Officer',
          key_fingerprint: '0a1b2c3d4e5f',
          decided_at: '2026-10-01T01:30:00.000Z',
        },
      ],
    });
    expect(lines.join('\n')).toContain(
      'Carried over from check aml_earlier of 2026-10-01 01:05:00 UTC: the result is the same.\nKnown customer',
    );
  });

  it('says what changed since the report before, or that there is none', async () => {
    expect(await linesOf({})).toContain('There is no earlier report on this subject.');
    const before = {
      check: { ...check, id: 'check-1' },
      report: report(20, { mixer: 41.5, gambling: 10 }),
    };
    const lines = await linesOf({ before });
    expect(lines.join('\n')).toContain(
      'The score rose from 20 to 62.5; new: Zauberei 20%; gone: gambling 10%.',
    );
    expect(lines).toContain('gambling | 10 | not there');
    const hit = { direct_hits: [{ category: 'sanctions' }] };
    const labelled = await linesOf({ before, report: report(20, { mixer: 41.5, gambling: 10 }, hit) });
    expect(labelled.join('\n')).toContain('The score is still 20; new direct hit: sanctions.');
    expect(labelled).toContain('direct hit: sanctions | not there | named');
  });

  it('says by which rules the report is read, and since when', async () => {
    expect((await linesOf({})).join('\n')).toContain('These are the default rules');
    const changed = { at: printedAt, by: 'Officer', version: 3 };
    const lines = await linesOf({ rules: { ...evidence.rules, changed } });
    expect(lines.join('\n')).toContain('version 3, saved 2026-11-22 02:02:03 UTC by “Officer”.');
  });

  it('names the user who printed it, and the users of the activity log beside the key', async () => {
    const request = { ...auditLogRow, user_id: 'user_1', user_name: 'Ana Ruiz' };
    const lines = await linesOf({
      printedBy: 'Ana Ruiz',
      auditLog: { ...evidence.auditLog, requests: [request, auditLogRow] },
    });
    expect(lines).toContain('Printed: 2026-11-22 02:02:03 UTC by Ana Ruiz');
    expect(lines.filter((line) => line.includes(' | startAmlCheck | '))).toEqual([
      expect.stringContaining('| Ana Ruiz · key Back office |'),
      expect.stringContaining('| Back office (0123456789ab) |'),
    ]);
    const lacking = { ...evidence.auditLog, lacking: ['aml:check'] };
    expect(await linesOf({ printedBy: 'Ana Ruiz', auditLog: lacking })).toContain(
      'Requests about this check are not listed. Listing them needs aml:check.',
    );
    expect(await linesOf({})).toContain('Printed: 2026-11-22 02:02:03 UTC by the key “Officer”');
  });

  it('is the same, byte for byte, for the same evidence', async () => {
    const [first, second] = [await evidenceSheet(evidence), await evidenceSheet(evidence)];
    expect(first.equals(second)).toBe(true);
  });
});
