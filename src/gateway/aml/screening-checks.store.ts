import type { ExpressionBuilder, Kysely } from 'kysely';
import { runningStates } from '#contract/gateway/aml-check.ts';
import type { ScreeningChecksTable } from '#database/screening-check-tables.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Instant } from '#domain/time.ts';
import { type DecisionRow, withMoment } from './carried-decisions.store.ts';
import type { Subject } from './read-subject.ts';

export type ScreeningCheck = ScreeningChecksTable;

/** What became of a subject that was to be checked. */
export type Begun = { outcome: 'started' | 'running' | 'recent'; check: ScreeningCheck };

type Subjects = { accountId: string; subjects: readonly Subject[]; recentSince: Instant | undefined };

/**
 * Inserts a check for each subject that needs one, by `newCheck`; the others get the one that runs, or the report that
 * is not older than `recentSince`. The subjects are different from one another. Even if several processes do the same
 * at the same moment, a subject gets one check.
 */
export async function beginChecks(
  db: Kysely<Tables>,
  wanted: Subjects,
  newCheck: (subject: Subject) => ScreeningCheck,
): Promise<Begun[]> {
  return await inTransaction(db, async (trx) => beginChecksWithin(trx, wanted, newCheck));
}

/** What `beginChecks` does, as a part of a transaction. */
export async function beginChecksWithin(
  trx: Kysely<Tables>,
  { accountId, subjects, recentSince }: Subjects,
  newCheck: (subject: Subject) => ScreeningCheck,
): Promise<Begun[]> {
  const begun = new Map<Subject, Begun>();
  for (;;) {
    // Everyone uses the same order, so that two requests for the same subjects don't deadlock.
    const left = subjects.filter((subject) => !begun.has(subject)).toSorted(bySubject);
    if (left.length === 0) return subjects.flatMap((subject) => begun.get(subject) ?? []);
    const rows = left.map(newCheck);
    const inserted = await trx
      .insertInto('screening_checks')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .execute();
    // Looked up after the insert, which has waited for the process that was about to finish the subject's last check.
    const recent =
      recentSince === undefined ? [] : await latestFinished(trx, accountId, inserted, recentSince);
    const isSpared = ({ check_id: id }: ScreeningCheck): boolean =>
      recent.some(({ network, value }) =>
        inserted.some((row) => row.check_id === id && isOf(row, { network, value })),
      );
    const spared = inserted.filter(isSpared).map(({ check_id }) => check_id);
    if (spared.length > 0) await trx.deleteFrom('screening_checks').where('check_id', 'in', spared).execute();
    const running = await findRunning(trx, accountId, left);
    for (const subject of left) {
      const last = recent.find((row) => isOf(row, subject));
      const own = inserted.find((row) => isOf(row, subject));
      const other = running.find((row) => isOf(row, subject));
      if (last !== undefined) begun.set(subject, { outcome: 'recent', check: last });
      else if (own !== undefined) begun.set(subject, { outcome: 'started', check: own });
      else if (other !== undefined) begun.set(subject, { outcome: 'running', check: other });
      // Else it ended between the two looks: its subject is tried again.
    }
  }
}

/** What `beginChecks` would do, without doing it; undefined for a subject that needs a check. */
export async function previewChecks(
  db: Kysely<Tables>,
  { accountId, subjects, recentSince }: Subjects,
): Promise<(Begun | undefined)[]> {
  const running = await findRunning(db, accountId, subjects);
  const recent = recentSince === undefined ? [] : await latestFinished(db, accountId, subjects, recentSince);
  return subjects.map((subject): Begun | undefined => {
    const other = running.find((row) => isOf(row, subject));
    if (other !== undefined) return { outcome: 'running', check: other };
    const last = recent.find((row) => isOf(row, subject));
    return last && { outcome: 'recent', check: last };
  });
}

type SubjectKey = Pick<Subject, 'network' | 'value'>;

/** The checks of the subjects that run. */
export async function findRunning(
  db: Kysely<Tables>,
  accountId: string,
  subjects: readonly SubjectKey[],
): Promise<ScreeningCheck[]> {
  if (subjects.length === 0) return [];
  return await db
    .selectFrom('screening_checks')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', 'in', runningStates)
    .where(isOneOf(subjects))
    .execute();
}

/** The latest finished check of each of the subjects that has one; not older than `since` where it is given. */
export async function latestFinished(
  db: Kysely<Tables>,
  accountId: string,
  subjects: readonly SubjectKey[],
  since?: Instant,
): Promise<ScreeningCheck[]> {
  if (subjects.length === 0) return [];
  let finished = db
    .selectFrom('screening_checks')
    .selectAll()
    .distinctOn(['network', 'value'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'finished')
    .where(isOneOf(subjects));
  if (since !== undefined) finished = finished.where('ended_at', '>=', since);
  return await finished
    .orderBy('network')
    .orderBy('value')
    .orderBy('ended_at', 'desc')
    .orderBy('check_id', 'desc')
    .execute();
}

/** A look into the index for each network and value, rather than a condition for each subject. */
function isOneOf(subjects: readonly SubjectKey[]) {
  const values = Map.groupBy(subjects, ({ network }) => network);
  return (where: ExpressionBuilder<Tables, 'screening_checks'>) =>
    where.or(
      [...values].map(([network, some]) =>
        where.and([
          where('network', '=', network),
          where(
            'value',
            'in',
            some.map(({ value }) => value),
          ),
        ]),
      ),
    );
}

/** The same for the same subject. */
export function keyOfSubject({ network, value }: SubjectKey): string {
  return `${network}:${value}`;
}

function isOf(check: SubjectKey, subject: SubjectKey): boolean {
  return check.network === subject.network && check.value === subject.value;
}

function bySubject(a: Subject, b: Subject): number {
  if (a.network !== b.network) return a.network < b.network ? -1 : 1;
  if (a.value === b.value) return 0;
  return a.value < b.value ? -1 : 1;
}

export async function findChecks(
  db: Kysely<Tables>,
  accountId: string,
  ids: readonly string[],
): Promise<ScreeningCheck[]> {
  return await db
    .selectFrom('screening_checks')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('check_id', 'in', ids)
    .orderBy('created_at')
    .orderBy('check_id')
    .execute();
}

/** The decisions by their ids. */
export async function findDecisions(
  db: Kysely<Tables>,
  checks: readonly ScreeningCheck[],
): Promise<Map<string, DecisionRow>> {
  const ids = checks.flatMap(({ decision_id: id }) => (id === null ? [] : [id]));
  if (ids.length === 0) return new Map();
  const rows = await decisionRows(db).where('d.decision_id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.decision_id, withMoment(row)]));
}

/** Every decision on the check, and every one carried over to it, the latest first. */
export async function listDecisions(db: Kysely<Tables>, checkId: string): Promise<DecisionRow[]> {
  const rows = await decisionRows(db)
    .where((where) =>
      where.or([
        where('d.check_id', '=', checkId),
        where(
          'd.decision_id',
          'in',
          where.selectFrom('carried_decisions').select('decision_id').where('check_id', '=', checkId),
        ),
      ]),
    )
    .orderBy('d.decided_at', 'desc')
    .orderBy('d.decision_id', 'desc')
    .execute();
  return rows.map(withMoment);
}

function decisionRows(db: Kysely<Tables>) {
  return db
    .selectFrom('check_decisions as d')
    .innerJoin('screening_checks as c', 'c.check_id', 'd.check_id')
    .selectAll('d')
    .select('c.ended_at as checked_at');
}

/** The answer that the check's report came in; undefined if there is none. */
export async function findAnswer(db: Kysely<Tables>, checkId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('screening_reports')
    .select('answer')
    .where('check_id', '=', checkId)
    .executeTakeFirst();
  return row?.answer;
}

/** The other finished checks of the check's subject, the latest first. */
export async function listOthers(
  db: Kysely<Tables>,
  check: ScreeningCheck,
  most: number,
): Promise<ScreeningCheck[]> {
  return await db
    .selectFrom('screening_checks')
    .selectAll()
    .where('account_id', '=', check.account_id)
    .where('network', '=', check.network)
    .where('value', '=', check.value)
    .where('state', '=', 'finished')
    .where('check_id', '<>', check.check_id)
    .orderBy('ended_at', 'desc')
    .orderBy('check_id', 'desc')
    .limit(most)
    .execute();
}

/** The check of the same subject whose report came before this one's. */
export async function findFinishedBefore(
  db: Kysely<Tables>,
  check: ScreeningCheck,
): Promise<ScreeningCheck | undefined> {
  return await db
    .selectFrom('screening_checks')
    .selectAll()
    .where('account_id', '=', check.account_id)
    .where('network', '=', check.network)
    .where('value', '=', check.value)
    .where('state', '=', 'finished')
    .where('ended_at', '<', check.ended_at)
    .orderBy('ended_at', 'desc')
    .orderBy('check_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The PDF of the check's report; undefined where none is stored. */
export async function findPdf(db: Kysely<Tables>, checkId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('screening_reports')
    .select('pdf')
    .where('check_id', '=', checkId)
    .executeTakeFirst();
  return row?.pdf ?? undefined;
}
