import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { runningStates } from '#contract/gateway/aml-check.ts';
import { findingsOf } from '#domain/aml/findings.ts';
import { isNotFound } from '#domain/aml/not-found.ts';
import { categoryKey, type Finding, isSanctioned, presentCategories } from '#domain/aml/bands.ts';
import type { ReportResult } from '#domain/aml/read-report.ts';
import { stringifyJson } from '#domain/json.ts';
import type { Instant } from '#domain/time.ts';
import { guardIsolation, lockRecipient } from '#database/recipient-guard.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { carryDecisionOver, findLatestDecision } from './carried-decisions.store.ts';
import type { ScreeningCheck } from './screening-checks.store.ts';
import type { CheckFailure } from './read-answer.ts';

/** Identifies a claim of a check, so that a worker that took too long and was replaced can't write any more. */
export type Lease = Pick<ScreeningCheck, 'check_id' | 'lease_version'>;

/** A claimed check, and its state before the claim. */
export type ClaimedCheck = ScreeningCheck & { was: ScreeningCheck['state'] };

/**
 * Keeps the provider's name for a check, whatever happened to the check in the meantime, and lets it wait for its
 * report where it is still being asked. The first name stays.
 */
export async function keepUid(
  db: Kysely<Tables>,
  checkId: string,
  { uid, at, nextAt }: { uid: string; at: Instant; nextAt: Instant },
): Promise<void> {
  const waiting = await db
    .updateTable('screening_checks')
    .set({
      uid,
      state: 'waiting',
      next_at: nextAt,
      tried_since: at,
      updated_at: at,
      failures: 0,
      ...noFailure,
    })
    .where('check_id', '=', checkId)
    .where('state', '=', 'asking')
    .where('uid', 'is', null)
    .returning('check_id')
    .executeTakeFirst();
  if (waiting !== undefined) return;
  // It was given up too early: with its name, a user can resume it.
  await db
    .updateTable('screening_checks')
    .set({ uid, updated_at: at })
    .where('check_id', '=', checkId)
    .where('uid', 'is', null)
    .execute();
}

/** The check that was decided on, and what its report says; undefined if that can't be read. */
type DecidedOn = { checkId: string; result: ReportResult | undefined };

type NewReport = { answer: Buffer; findings: ReportResult; at: Instant; decidedOn?: DecidedOn | undefined };

/**
 * Keeps the report, byte for byte, whatever happened to the check in the meantime. A decision on the subject that holds
 * for it is carried over in the same transaction. For that, the report that was decided on must have been read before,
 * since that can take long: without `decidedOn` of the latest decision, keeps nothing and gives the ID of its check.
 */
export async function saveReport(
  db: Kysely<Tables>,
  checkId: string,
  { answer, findings, at, decidedOn }: NewReport,
): Promise<string | undefined> {
  const found = storedFindings(findings);
  const pdfLink = findings.pdfLink === '' ? null : storable(findings.pdfLink);
  return await inTransaction(
    db,
    async (trx) => {
      const subject = await trx
        .selectFrom('screening_checks')
        .select(['check_id', 'account_id', 'network', 'value', 'kind'])
        .where('check_id', '=', checkId)
        .executeTakeFirst();
      if (subject === undefined) return undefined;
      const { account_id: accountId, network, value: address } = subject;
      // Lock before any change, in the same order as a decision does.
      await lockRecipient(trx, { accountId, network, address }, 'update');
      const decision = await findLatestDecision(trx, subject);
      if (decision?.check_id !== decidedOn?.checkId && decision !== undefined) return decision.check_id;
      const finished = await trx
        .updateTable('screening_checks')
        .set({
          state: 'finished',
          lease_version: sql<number>`lease_version + 1`,
          sealed_key: null,
          updated_at: at,
          ended_at: at,
          next_at: pdfLink === null ? null : at,
          failures: 0,
          ...noFailure,
          score: findings.score,
          findings: stringifyJson(found),
          categories: presentCategories(found),
          is_sanctioned: isSanctioned(found),
          is_not_found: isNotFound(findings),
          checks_left: findings.checksBalance && storable(findings.checksBalance),
          report_sha256: createHash('sha256').update(answer).digest('hex'),
          pdf_link: pdfLink,
        })
        .where('check_id', '=', checkId)
        .where('state', '<>', 'finished')
        .returning('check_id')
        .executeTakeFirst();
      if (finished === undefined) return undefined;
      await trx.insertInto('screening_reports').values({ check_id: checkId, answer, pdf: null }).execute();
      const before = decidedOn?.result;
      if (decision !== undefined && before !== undefined) {
        await carryDecisionOver(trx, subject, decision, { before, findings, at });
      }
      return undefined;
    },
    guardIsolation,
  );
}

/** As `findings` has them: with the key by which the database compares categories. */
function storedFindings(report: ReportResult): (Finding & { key: string })[] {
  return findingsOf(report).map(({ name, share, direct, isDirectHit }) => {
    const stored = storable(name);
    return { name: stored, key: categoryKey(stored), share, direct, isDirectHit };
  });
}

/** Ends the lease: the check can be claimed again from then on. */
export async function postponeCheck(
  db: Kysely<Tables>,
  lease: Lease,
  changes: {
    state: 'queued' | 'waiting';
    nextAt: Instant;
    isRecheck: boolean;
    failure: CheckFailure | undefined;
    at: Instant;
  },
): Promise<void> {
  const { state, nextAt, isRecheck, failure, at } = changes;
  await ofLease(db, lease)
    .set({
      state,
      next_at: nextAt,
      rechecks: sql<number>`rechecks + ${isRecheck ? 1 : 0}::int`,
      failures: failure === undefined ? 0 : sql<number>`failures + 1`,
      ...failureColumns(failure),
      // A check that is only asked again has not changed for its viewers.
      updated_at: sql<Instant>`case
        when failure_message is distinct from ${failure?.message ?? null}::text or state <> ${state} or ${state} = 'queued'
        then ${at}::timestamptz else updated_at end`,
    })
    .execute();
}

/** Ends the lease and the work on the check. Its key is forgotten. */
export async function endCheck(
  db: Kysely<Tables>,
  lease: Lease,
  changes: { state: 'stopped' | 'failed' | 'lost'; failure: CheckFailure; isRecheck?: boolean; at: Instant },
): Promise<void> {
  const { state, failure, isRecheck = false, at } = changes;
  await ofLease(db, lease)
    .set({
      state,
      sealed_key: null,
      next_at: null,
      rechecks: sql<number>`rechecks + ${isRecheck ? 1 : 0}::int`,
      ended_at: state === 'stopped' ? null : at,
      updated_at: at,
      ...failureColumns(failure),
    })
    .execute();
}

/** Keeps the PDF of a finished check's report. */
export async function keepPdf(
  db: Kysely<Tables>,
  { check_id: id }: Lease,
  { pdf, at }: { pdf: Buffer; at: Instant },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx.updateTable('screening_reports').set({ pdf }).where('check_id', '=', id).execute();
    await trx
      .updateTable('screening_checks')
      .set({ has_pdf: true, next_at: null, failures: 0, updated_at: at })
      .where('check_id', '=', id)
      .execute();
  });
}

/** Lets the PDF of a finished check's report be fetched again then; null: never. */
export async function postponePdf(
  db: Kysely<Tables>,
  { check_id: id, lease_version: leaseVersion }: Lease,
  nextAt: Instant | null,
): Promise<void> {
  await db
    .updateTable('screening_checks')
    .set({ next_at: nextAt, failures: sql<number>`failures + 1` })
    .where('check_id', '=', id)
    .where('lease_version', '=', leaseVersion)
    .where('has_pdf', '=', false)
    .execute();
}

/** A zero byte can't be stored, and must not prevent storing a report. The response itself keeps it. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}

function ofLease(db: Kysely<Tables>, { check_id: id, lease_version: leaseVersion }: Lease) {
  return db
    .updateTable('screening_checks')
    .where('check_id', '=', id)
    .where('lease_version', '=', leaseVersion)
    .where('state', 'in', runningStates);
}

const noFailure = { failure_status: null, failure_code: null, failure_message: null };

function failureColumns(failure: CheckFailure | undefined) {
  if (failure === undefined) return noFailure;
  return {
    failure_status: failure.status,
    failure_code: failure.code,
    failure_message: failure.message,
  };
}
