import type { Transaction } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { exhausted } from '../aml/checks/aml.job.ts';
import { insertCheck } from '../aml/checks/checks.store.ts';
import { produceReport } from '../aml/checks/produce-report.ts';
import { parseSubject } from '../aml/checks/read-subject.ts';
import { sandboxAccountId } from './sandbox-keys.ts';
import type { PlannedCheck } from './year/scene.ts';

/** So many checks the account has left after the year. */
const checksLeft = 43;

/**
 * Writes the checks with the reports that the service's own screening makes of what was known at their time.
 * Those that are pending are due at once.
 */
export async function writeChecks(tx: Transaction<Tables>, checks: readonly PlannedCheck[]): Promise<void> {
  await tx
    .insertInto('aml_allowances')
    .values({ account_id: sandboxAccountId, checks_left: checksLeft })
    .execute();
  for (const check of checks) {
    const { uid, status, createdAt, completedAt } = check;
    const subject = parseSubject(check.value, check.network);
    const report =
      status === 'completed'
        ? await produceReport(tx, { uid, accountId: sandboxAccountId, subject, at: createdAt })
        : null;
    await insertCheck(tx, {
      uid,
      account_id: sandboxAccountId,
      network: subject.network,
      value: subject.value,
      subject: subject.kind,
      is_async: check.isAsync,
      payer_address: check.payer?.address ?? null,
      fee: check.fee,
      status,
      attempts: status === 'pending' ? 0 : 1,
      report,
      method_version: report?.methodVersion ?? null,
      failure: status === 'failed' ? exhausted : null,
      created_at: createdAt,
      completed_at: completedAt,
      next_step_at: status === 'pending' ? createdAt : null,
    });
  }
}
