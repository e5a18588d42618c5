import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { CheckDecisionsTable } from '#database/screening-check-tables.ts';
import { guardIsolation, isBeingPaid, lockRecipient } from '#database/recipient-guard.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { addMs } from '#domain/time.ts';
import { replaceCarried } from './carried-decisions.store.ts';
import type { ScreeningCheck } from './screening-checks.store.ts';

/** `outdated`: `after` is not the latest decision any more. `paying`: payments to the address don't end. */
export type Decided = CheckDecisionsTable | 'outdated' | 'paying';

type Options = {
  /** How long a rejection waits for payments to the address that are being sent. */
  longestWaitMs?: number;
  /** How long it waits before it looks again. */
  waitMs?: number;
};

const WAIT_MS = 100;
/** Longer than any request to a provider may take with the default settings. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Puts the decision above `after`, the latest one that was seen on this check (null: none), which may be carried over
 * from an earlier one. Checks that carry `after` carry the new one from then on. Writes nothing where it cannot.
 *
 * A rejection is written at a moment at which nothing is being sent to the address: after its commit nothing is.
 */
export async function appendDecision(
  db: Kysely<Tables>,
  check: ScreeningCheck,
  decision: CheckDecisionsTable,
  after: string | null,
  { longestWaitMs = LONGEST_WAIT_MS, waitMs = WAIT_MS }: Options = {},
): Promise<Decided> {
  const giveUpAt = performance.now() + longestWaitMs;
  for (;;) {
    const decided = await inTransaction(
      db,
      async (tx) => await decideLocked(tx, check, decision, after),
      guardIsolation,
    );
    if (decided !== 'paying' || performance.now() > giveUpAt) return decided;
    await sleep(waitMs);
  }
}

async function decideLocked(
  tx: Transaction<Tables>,
  check: ScreeningCheck,
  decision: CheckDecisionsTable,
  after: string | null,
): Promise<Decided> {
  const { account_id: accountId, network, value, kind } = check;
  const recipient = { accountId, network, address: value };
  await lockRecipient(tx, recipient, 'update');
  const current = await tx
    .selectFrom('screening_checks')
    .select('decision_id')
    .where('check_id', '=', check.check_id)
    .executeTakeFirst();
  if (current === undefined || current.decision_id !== after) return 'outdated';
  const isRejected = kind === 'address' && decision.decision === 'rejected';
  if (isRejected && (await isBeingPaid(tx, recipient))) return 'paying';

  const { latest } = await tx
    .selectFrom('check_decisions as d')
    .innerJoin('screening_checks as c', 'c.check_id', 'd.check_id')
    .select((eb) => eb.fn.max('d.decided_at').as('latest'))
    .where('c.account_id', '=', accountId)
    .where('c.network', '=', network)
    .where('c.value', '=', value)
    .where('c.decision_id', 'is not', null)
    .executeTakeFirstOrThrow();
  // The clocks of two processes may differ: of two decisions on one subject the later one is always the later one.
  const isLater = latest === null || latest < decision.decided_at;
  const decidedAt = isLater ? decision.decided_at : addMs(latest, 1);
  const row = { ...decision, decided_at: decidedAt };
  await tx
    .updateTable('screening_checks')
    .set({ decision_id: row.decision_id, decision: row.decision, updated_at: row.decided_at })
    .where('check_id', '=', check.check_id)
    .execute();
  await tx.insertInto('check_decisions').values(row).execute();
  if (after !== null) await replaceCarried(tx, row, after);
  return row;
}
