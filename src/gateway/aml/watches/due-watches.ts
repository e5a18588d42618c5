import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { addMs, type Instant } from '#domain/time.ts';
import { findSetting } from '../../settings/settings.store.ts';
import { type AmlRoutesDeps, newCheck } from '../aml-checks.routes.ts';
import { beginChecksWithin, previewChecks } from '../screening-checks.store.ts';
import { checksPerMonth, monthOf, nextMonth } from './budget.ts';
import { countSpent, type Watch } from './watches.store.ts';

export type CycleDeps = Pick<AmlRoutesDeps, 'db' | 'cipher' | 'now' | 'leaseMs' | 'onDue' | 'log'>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What a watch's key is encrypted for. */
export function sealOfWatch(watchId: string): string {
  return `aml-watch/${watchId}`;
}

/** The account whose cycles run: a request waits for those that it made due, not for other accounts'. */
type Among = { accountId: string; watchId?: string };

/**
 * Starts the cycle of each monitored subject that is due: begins a check, unless one runs or is recent, or the month's
 * budget is spent. Each cycle is one transaction, claimed by one process.
 */
export async function runDueCycles(deps: CycleDeps, among?: Among): Promise<void> {
  let hasBegun = false;
  for (;;) {
    const outcome = await checkNextDueWatch(deps, among);
    if (outcome === undefined) break;
    hasBegun ||= outcome === 'begun';
  }
  if (hasBegun) deps.onDue();
}

/** Undefined when nothing is due. */
async function checkNextDueWatch(deps: CycleDeps, among?: Among): Promise<'begun' | 'nothing' | undefined> {
  const { db, log } = deps;
  const at = deps.now();
  let claimed: string | undefined;
  try {
    return await tryDueWatch(deps, { at, among }, (id) => (claimed = id));
  } catch (error) {
    if (claimed === undefined) throw error;
    // A subject whose cycle fails must not block the line forever, before all other accounts'.
    log.error(
      { err: error, watchId: claimed },
      'a monitored subject couldn’t be checked; trying again in an hour',
    );
    const nextAt = addMs(at, HOUR_MS);
    await db.updateTable('aml_watches').set({ next_at: nextAt }).where('watch_id', '=', claimed).execute();
    return 'nothing';
  }
}

async function tryDueWatch(
  deps: CycleDeps,
  { at, among }: { at: Instant; among: Among | undefined },
  onTaken: (id: string) => void,
) {
  return await inTransaction(deps.db, async (trx) => {
    let due = trx.selectFrom('aml_watches').selectAll().where('next_at', '<=', at);
    if (among !== undefined) due = due.where('account_id', '=', among.accountId);
    if (among?.watchId !== undefined) due = due.where('watch_id', '=', among.watchId);
    const watch = await due
      .orderBy('next_at')
      .orderBy('watch_id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (watch === undefined) return undefined;
    onTaken(watch.watch_id);
    const { nextAt, hindrance, hasBegun } = await begin(trx, watch, { ...deps, at });
    await trx
      .updateTable('aml_watches')
      .set({ next_at: nextAt, hindrance })
      .where('watch_id', '=', watch.watch_id)
      .execute();
    return hasBegun ? ('begun' as const) : ('nothing' as const);
  });
}

type Lease = { nextAt: Instant; hindrance: Watch['hindrance']; hasBegun: boolean };

async function begin(
  trx: Kysely<Tables>,
  watch: Watch,
  { cipher, now, leaseMs, at }: CycleDeps & { at: Instant },
): Promise<Lease> {
  const after = (ms: number, from = at): Instant => addMs(from, ms);
  const { account_id: accountId, network, value, kind, every_days: days } = watch;
  const apiKey = cipher.decrypt(watch.sealed_key, sealOfWatch(watch.watch_id));
  if (apiKey === undefined) return { nextAt: after(DAY_MS), hindrance: 'key', hasBegun: false };

  // A report of exactly that age is no longer recent: otherwise the next cycle would be due now again.
  const recentSince = after(1 - days * DAY_MS);
  const wanted = { accountId, subjects: [{ network, value, kind }], recentSince };
  const [known] = await previewChecks(trx, wanted);
  if (known?.outcome === 'running') return { nextAt: after(HOUR_MS), hindrance: null, hasBegun: false };
  if (known?.outcome === 'recent') {
    const ended = known.check.ended_at ?? at;
    return { nextAt: after(days * DAY_MS, ended), hindrance: null, hasBegun: false };
  }
  const last = await findLast(trx, watch);
  if (last?.state === 'stopped') return { nextAt: after(HOUR_MS), hindrance: 'stopped', hasBegun: false };
  // It may have been paid for: it is not started again any sooner than one with a report.
  if (last?.state === 'lost' && last.created_at >= recentSince) {
    return { nextAt: after(days * DAY_MS, last.created_at), hindrance: null, hasBegun: false };
  }

  const caller = { accountId, actorName: watch.key_name };
  const [begun] = await beginChecksWithin(trx, wanted, (subject) =>
    newCheck(subject, { cipher, now, leaseMs, caller, apiKey, payer: undefined, state: 'queued' }),
  );
  // Another process began it a moment ago.
  if (begun?.outcome !== 'started') return { nextAt: after(HOUR_MS), hindrance: null, hasBegun: false };
  if (await spend(trx, accountId, begun.check.check_id, at)) {
    return { nextAt: after(days * DAY_MS), hindrance: null, hasBegun: true };
  }
  await trx.deleteFrom('screening_checks').where('check_id', '=', begun.check.check_id).execute();
  return { nextAt: nextMonth(at), hindrance: 'budget', hasBegun: false };
}

async function findLast(trx: Kysely<Tables>, { account_id, network, value }: Watch) {
  return await trx
    .selectFrom('screening_checks')
    .select(['state', 'created_at'])
    .where('account_id', '=', account_id)
    .where('network', '=', network)
    .where('value', '=', value)
    .orderBy('created_at', 'desc')
    .orderBy('check_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Takes one of the month's checks; false when all are spent. Two processes never take the same one. */
async function spend(trx: Kysely<Tables>, accountId: string, checkId: string, at: Instant): Promise<boolean> {
  const most = checksPerMonth(await findSetting(trx, accountId, 'aml_watch_budget'));
  const month = monthOf(at);
  for (;;) {
    const number = (await countSpent(trx, accountId, month)) + 1;
    if (number > most) return false;
    const claimed = await trx
      .insertInto('aml_watch_spendings')
      .values({ account_id: accountId, month, number, check_id: checkId })
      .onConflict((conflict) => conflict.columns(['account_id', 'month', 'number']).doNothing())
      .returning('number')
      .executeTakeFirst();
    if (claimed !== undefined) return true;
    // Another process claimed this one in the meantime.
  }
}
