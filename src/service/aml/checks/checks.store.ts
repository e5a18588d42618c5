import type { Kysely, Transaction } from 'kysely';
import { stringifyJson } from '#domain/json.ts';
import { addMs, type Instant } from '#domain/time.ts';
import type { AmlChecksTable } from '#database/aml-tables.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Tables } from '#database/tables.ts';
import { now } from '#domain/clock.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { payAmlFee, release } from '../../ledger/movements.ts';
import { addChecks } from './allowances.store.ts';
import { amlFeeCurrency } from './aml-fees.store.ts';
import type { ReportDocument } from '../report/report-document.ts';

export type Check = AmlChecksTable;

/** Identifies a claim of a check, so that a worker that took too long and was replaced can no longer finish it. */
export type Lease = Pick<Check, 'uid' | 'attempts'>;

export async function insertCheck(tx: Transaction<Tables>, check: Check): Promise<void> {
  await tx
    .insertInto('aml_checks')
    .values({ ...check, report: check.report === null ? null : stringifyJson(check.report) })
    .execute();
}

export async function findCheck(
  db: Kysely<Tables>,
  accountId: string,
  uid: string,
): Promise<Check | undefined> {
  return await db
    .selectFrom('aml_checks')
    .selectAll()
    .where('uid', '=', uid)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Stores the report and charges its cost, once; false if another worker has claimed the check by now. */
export async function completeCheck(
  db: Kysely<Tables>,
  lease: Lease,
  report: ReportDocument,
): Promise<boolean> {
  return await inTransaction(db, async (tx) => {
    const check = await finish(tx, lease, {
      status: 'completed',
      report: stringifyJson(report),
      method_version: report.methodVersion,
    });
    if (check === undefined) return false;
    if (check.payer !== null) await postEntries(tx, payAmlFee(check.payer, check.movement));
    return true;
  });
}

/** Ends a check without a report and returns what it would have cost. */
export async function failCheck(tx: Transaction<Tables>, lease: Lease, failure: string): Promise<boolean> {
  const check = await finish(tx, lease, { status: 'failed', failure });
  if (check === undefined) return false;
  if (check.payer !== null) await postEntries(tx, release(check.payer, check.movement));
  else await addChecks(tx, check.movement.accountId, 1);
  return true;
}

/** Delays the check until then; any worker may claim it next. */
export async function postponeCheck(db: Kysely<Tables>, lease: Lease, until: Instant): Promise<void> {
  await db
    .updateTable('aml_checks')
    .set({ next_step_at: until })
    .where('uid', '=', lease.uid)
    .where('status', '=', 'pending')
    .where('attempts', '=', lease.attempts)
    .execute();
}

/** The moment so many milliseconds from now. */
export function inMs(ms: number): Instant {
  return addMs(now(), ms);
}

type Outcome =
  | { status: 'completed'; report: string; method_version: string }
  | { status: 'failed'; failure: string };

async function finish(tx: Transaction<Tables>, { uid, attempts }: Lease, outcome: Outcome) {
  const row = await tx
    .updateTable('aml_checks')
    .set({ ...outcome, completed_at: now(), next_step_at: null })
    .where('uid', '=', uid)
    .where('status', '=', 'pending')
    .where('attempts', '=', attempts)
    .returning(['account_id', 'payer_address', 'fee'])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const payer = row.payer_address === null ? null : await payingWallet(tx, row.payer_address);
  const movement = {
    accountId: row.account_id,
    currency: amlFeeCurrency,
    amount: row.fee,
    reference: uid,
  };
  return { payer, movement };
}

/** It still exists: a wallet that holds something cannot be deleted. */
async function payingWallet(tx: Transaction<Tables>, address: string) {
  return await tx
    .selectFrom('wallets')
    .select(['network', 'address'])
    .where('address', '=', address)
    .executeTakeFirstOrThrow();
}
