import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type Instant, instantFromDate } from '#domain/time.ts';
import type { Recipient } from './recipient-guard.ts';
import type { ScreeningChecksTable } from './screening-check-tables.ts';
import type { Tables } from './tables.ts';

const moment = (text: string): Instant => instantFromDate(new Date(text));

/** A finished check of an address without a decision. */
export async function insertCheck(
  db: Kysely<Tables>,
  { accountId, network, address }: Recipient,
): Promise<ScreeningChecksTable> {
  if (network === 'sol') throw new RangeError('Addresses on Solana have no AML checks.');
  const at = moment('2026-11-20T10:00:00Z');
  const check = {
    check_id: `aml_${randomBytes(8).toString('hex')}`,
    account_id: accountId,
    network,
    value: address,
    kind: 'address',
    state: 'finished',
    lease_version: 1,
    payer_address: null,
    uid: null,
    asked_by: null,
    key_fingerprint: 'test',
    sealed_key: null,
    created_at: at,
    updated_at: at,
    ended_at: at,
    tried_since: at,
    next_at: null,
    rechecks: 0,
    failures: 0,
    failure_status: null,
    failure_code: null,
    failure_message: null,
    score: null,
    findings: '[]',
    categories: [],
    is_sanctioned: false,
    is_not_found: false,
    checks_left: null,
    report_sha256: '0'.repeat(64),
    pdf_link: null,
    has_pdf: false,
    decision_id: null,
    decision: null,
  } as const;
  await db
    .insertInto('screening_checks')
    .values({ ...check, categories: [] })
    .execute();
  return { ...check, categories: [] };
}

type Decision = { decision: 'accepted' | 'rejected' | 'escalated'; note?: string; decidedAt?: string };

/** A decision on a check of its own, without any payment waiting. */
export async function insertDecision(
  db: Kysely<Tables>,
  recipient: Recipient,
  { decision, note = 'Paid by a mixer', decidedAt = '2026-11-22T09:30:00Z' }: Decision,
): Promise<void> {
  const check = await insertCheck(db, recipient);
  const id = `decision_${randomBytes(8).toString('hex')}`;
  await db
    .insertInto('check_decisions')
    .values({
      decision_id: id,
      check_id: check.check_id,
      decision,
      note,
      band: 'high',
      decided_by: 'Compliance (test)',
      key_fingerprint: 'test',
      decided_at: moment(decidedAt),
    })
    .execute();
  await db
    .updateTable('screening_checks')
    .set({ decision_id: id, decision })
    .where('check_id', '=', check.check_id)
    .execute();
}
