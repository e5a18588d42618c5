import type { Kysely } from 'kysely';
import type { LedgerCheck } from '#contract/gateway/ledger-check.ts';
import { msBetween, writeIsoTime } from '#domain/time.ts';
import type { Tables } from '#database/tables.ts';
import { now } from '#domain/clock.ts';
import { countOpenFaults, listFaults } from './faults.store.ts';
import { labelOfRule } from './rules/rules.ts';

const mostListed = 100;
/** The check runs every minute, and is reported within two. */
const lateAfterMs = 180_000;

/** The state of the ledger check as the account sees it. */
export async function describeLedgerCheck(
  db: Kysely<Tables>,
  accountId: string,
): Promise<Omit<LedgerCheck, 'may_resume'>> {
  const states = await db.selectFrom('ledger_checks').selectAll().execute();
  const { faults, stopping } = await countOpenFaults(db, accountId);
  const listed = await listFaults(db, accountId, mostListed);
  const state = (scope: 'current' | 'history') => states.find((each) => each.scope === scope);
  const current = state('current');
  const since = current?.finished_at ?? current?.started_at;
  const finishedAt = (scope: 'current' | 'history') => {
    const at = state(scope)?.finished_at ?? null;
    return at && writeIsoTime(at);
  };
  return {
    checked_at: finishedAt('current'),
    history_checked_at: finishedAt('history'),
    is_late: since !== null && since !== undefined && msBetween(since, now()) > lateAfterMs,
    are_payments_stopped: stopping > 0,
    fault_count: faults,
    faults: listed.map((fault) => ({
      id: fault.fault_id,
      rule: labelOfRule(fault.rule),
      subject: fault.subject,
      expected: fault.expected,
      found: fault.found,
      first_seen_at: writeIsoTime(fault.first_seen_at),
      is_own: fault.account_id !== null,
      resumed: fault.resumed_at && {
        at: writeIsoTime(fault.resumed_at),
        by: fault.resumed_by,
        note: fault.note ?? '',
      },
    })),
  };
}
