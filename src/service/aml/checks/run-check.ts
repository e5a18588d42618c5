import type { Kysely } from 'kysely';
import { inTransaction } from '#database/transaction.ts';
import type { Tables } from '#database/tables.ts';
import { completeCheck, failCheck, type Lease } from './checks.store.ts';
import { produceReport } from './produce-report.ts';
import type { ReportDocument } from '../report/report-document.ts';
import type { Subject } from '../screening/screen.ts';

export type Work = { accountId: string; subject: Subject };

/** Screens and stores the report; undefined if another worker has claimed the check by now. */
export async function runCheck(
  db: Kysely<Tables>,
  lease: Lease,
  { accountId, subject }: Work,
): Promise<ReportDocument | undefined> {
  const report = await produceReport(db, { uid: lease.uid, accountId, subject });
  return (await completeCheck(db, lease, report)) ? report : undefined;
}

/** Like `runCheck`, but a failure is refunded at once and thrown. */
export async function runCheckOnce(
  db: Kysely<Tables>,
  lease: Lease,
  work: Work,
): Promise<ReportDocument | undefined> {
  try {
    return await runCheck(db, lease, work);
  } catch (error) {
    await inTransaction(db, async (tx) => await failCheck(tx, lease, 'The screening failed'));
    throw error;
  }
}
