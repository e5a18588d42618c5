import { type Kysely, sql } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { isUniqueViolation } from '#database/unique-violation.ts';
import type { Instant } from '#domain/time.ts';
import { sealOf, type StepDeps } from './check-steps.ts';
import type { ScreeningCheck } from './screening-checks.store.ts';

/** Stops the check where it is queued or waiting. A worker that has claimed it loses its lease. */
export async function stopCheck(db: Kysely<Tables>, checkId: string, at: Instant): Promise<void> {
  await db
    .updateTable('screening_checks')
    .set({
      state: 'stopped',
      lease_version: sql<number>`lease_version + 1`,
      sealed_key: null,
      next_at: null,
      updated_at: at,
      failure_status: null,
      failure_code: null,
      failure_message: null,
    })
    .where('check_id', '=', checkId)
    .where('state', 'in', ['queued', 'waiting'])
    .execute();
}

type Resume = Pick<StepDeps, 'cipher' | 'now'> & { apiKey: string };

/**
 * Goes on with a check that was stopped, or whose report may still be fetched: without a uid it is queued, with one
 * its report is waited for. Nothing happens to any other, nor while another check of its subject runs.
 */
export async function resumeCheck(
  db: Kysely<Tables>,
  { check_id: id }: ScreeningCheck,
  { cipher, now, apiKey }: Resume,
): Promise<void> {
  const at = now();
  try {
    await db
      .updateTable('screening_checks')
      .set({
        state: sql<ScreeningCheck['state']>`case when uid is null then 'queued' else 'waiting' end`,
        lease_version: sql<number>`lease_version + 1`,
        sealed_key: cipher.encrypt(apiKey, sealOf(id)),
        next_at: at,
        tried_since: at,
        updated_at: at,
        ended_at: null,
        failures: 0,
        failure_status: null,
        failure_code: null,
        failure_message: null,
      })
      .where('check_id', '=', id)
      .where((where) =>
        where.or([
          where('state', '=', 'stopped'),
          where.and([where('state', 'in', ['failed', 'lost']), where('uid', 'is not', null)]),
        ]),
      )
      .execute();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
  }
}
