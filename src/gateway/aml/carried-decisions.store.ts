import type { Kysely, Transaction } from 'kysely';
import { ratingOf } from '#domain/aml/bands.ts';
import { isSameResult } from '#domain/aml/compare-reports.ts';
import { findingsOf } from '#domain/aml/findings.ts';
import { isNotFound } from '#domain/aml/not-found.ts';
import type { ReportResult } from '#domain/aml/read-report.ts';
import type { CheckDecisionsTable, ScreeningChecksTable } from '#database/screening-check-tables.ts';
import type { Tables } from '#database/tables.ts';
import type { Instant } from '#domain/time.ts';
import { findAmlRules } from './aml-rules.ts';
import { screenSubjects } from './sanctions/screening.ts';

/** A decision, and when the report that it was made on came. */
export type DecisionRow = CheckDecisionsTable & { checked_at: Instant };

type Subject = Pick<ScreeningChecksTable, 'account_id' | 'network' | 'value' | 'kind'>;

/** The latest decision on any check of the subject. */
export async function findLatestDecision(
  db: Kysely<Tables>,
  { account_id: accountId, network, value }: Subject,
): Promise<DecisionRow | undefined> {
  const row = await db
    .selectFrom('check_decisions as d')
    .innerJoin('screening_checks as c', 'c.check_id', 'd.check_id')
    .selectAll('d')
    .select('c.ended_at as checked_at')
    .where('c.account_id', '=', accountId)
    .where('c.network', '=', network)
    .where('c.value', '=', value)
    .where('c.decision_id', 'is not', null)
    .orderBy('d.decided_at', 'desc')
    .orderBy('d.decision_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && withMoment(row);
}

/** What is decided on has a report, and so a moment at which it came. */
export function withMoment(row: CheckDecisionsTable & { checked_at: Instant | null }): DecisionRow {
  return { ...row, checked_at: row.checked_at ?? row.decided_at };
}

/**
 * Gives the check, whose report has just been kept, the latest decision on its subject where the result is the same as
 * `before`, the one that was decided on, and the account's rules still rate it the same. The transaction has locked the recipient,
 * so that no decision is made in the meantime.
 *
 * Only the latest decision counts: an acceptance from before a rejection is never brought back. No decision is written,
 * so that a standing rejection stands.
 */
export async function carryDecisionOver(
  tx: Transaction<Tables>,
  check: Subject & { check_id: string },
  decision: DecisionRow,
  { before, findings, at }: { before: ReportResult; findings: ReportResult; at: Instant },
): Promise<void> {
  if (!isSameResult(before, findings)) return;
  const rules = await findAmlRules(tx, check.account_id);
  const sanctions = (await screenSubjects(tx, check.account_id, [check])).ofSubject(check);
  const band = ratingOf(
    { ...sanctions, isNotFound: isNotFound(findings) },
    findings.score,
    findingsOf(findings),
    rules,
  );
  if (band !== decision.band) return;
  await carry(tx, decision, [check.check_id], at);
}

/** Lets the checks that carry `after` carry the decision that has replaced it. */
export async function replaceCarried(
  tx: Transaction<Tables>,
  decision: CheckDecisionsTable,
  after: string,
): Promise<void> {
  const carrying = await tx
    .selectFrom('carried_decisions as carried')
    .innerJoin('screening_checks as c', 'c.check_id', 'carried.check_id')
    .select('c.check_id')
    .where('carried.decision_id', '=', after)
    .whereRef('c.decision_id', '=', 'carried.decision_id')
    .where('c.check_id', '<>', decision.check_id)
    .execute();
  const ids = carrying.map(({ check_id: id }) => id);
  await carry(tx, decision, ids, decision.decided_at);
}

async function carry(
  tx: Transaction<Tables>,
  { decision_id: decisionId, decision }: Pick<CheckDecisionsTable, 'decision_id' | 'decision'>,
  checkIds: readonly string[],
  at: Instant,
): Promise<void> {
  if (checkIds.length === 0) return;
  await tx
    .updateTable('screening_checks')
    .set({ decision_id: decisionId, decision, updated_at: at })
    .where('check_id', 'in', checkIds)
    .execute();
  await tx
    .insertInto('carried_decisions')
    .values(checkIds.map((id) => ({ check_id: id, decision_id: decisionId, carried_at: at })))
    .execute();
}
