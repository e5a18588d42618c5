import { type Kysely, sql } from 'kysely';
import { runningStates } from '#contract/gateway/aml-check.ts';
import type { AmlWatchesTable } from '#database/screening-check-tables.ts';
import type { Tables } from '#database/tables.ts';
import type { AmlNetwork } from '#domain/networks.ts';
import type { ScreeningCheck } from '../screening-checks.store.ts';

export type Watch = AmlWatchesTable;

/** A watched subject with what is known of it. */
export type WatchWithResults = {
  watch: Watch;
  isRunning: boolean;
  /** The latest finished check. */
  last: ScreeningCheck | undefined;
  /** The one before the latest change that is news; where nothing is, the one before the last. */
  before: ScreeningCheck | undefined;
  /** Whether a result differs from the one before it, and no user has confirmed having seen it or a later one. */
  isNews: boolean;
};

type Named = { accountId: string; id: string };

/** The account's monitored subjects, or the one with this id. */
export async function listWatches(
  db: Kysely<Tables>,
  accountId: string,
  id?: string,
): Promise<WatchWithResults[]> {
  let watched = db.selectFrom('aml_watches').where('account_id', '=', accountId);
  if (id !== undefined) watched = watched.where('watch_id', '=', id);
  const watches = await watched.selectAll().orderBy('next_at').orderBy('watch_id').execute();
  if (watches.length === 0) return [];

  const results = await findResults(db, accountId, id);
  const ids = results.flatMap((result) => [result.last_id, result.before_id]).filter((each) => each !== null);
  const checks =
    ids.length === 0
      ? []
      : await db.selectFrom('screening_checks').selectAll().where('check_id', 'in', ids).execute();
  const checkOf = new Map(checks.map((check) => [check.check_id, check]));
  const resultOf = new Map(results.map((result) => [result.watch_id, result]));
  return watches.map((watch) => {
    const result = resultOf.get(watch.watch_id);
    return {
      watch,
      isRunning: result?.is_running ?? false,
      last: checkOf.get(result?.last_id ?? ''),
      before: checkOf.get(result?.before_id ?? ''),
      isNews: result?.is_news ?? false,
    };
  });
}

type Result = {
  watch_id: string;
  is_running: boolean;
  last_id: string | null;
  before_id: string | null;
  is_news: boolean;
};

/**
 * Each result is compared with the one before it, and not the last with the one before the last alone: a change stays
 * news when the next check finds the same again.
 */
async function findResults(db: Kysely<Tables>, accountId: string, id: string | undefined): Promise<Result[]> {
  const ofSubject = sql`account_id = watch.account_id and network = watch.network and value = watch.value`;
  const compared = sql`(
    select check_id, ended_at, lag(check_id) over earlier as previous_id,
      score is distinct from lag(score) over earlier
        or not (categories @> lag(categories) over earlier and categories <@ lag(categories) over earlier)
        as differs
    from screening_checks where ${ofSubject} and state = 'finished'
    window earlier as (order by ended_at, check_id)
  ) as compared`;
  const { rows } = await sql<Result>`
    select watch.watch_id, last.check_id as last_id, change.check_id is not null as is_news,
      coalesce(change.previous_id, last.previous_id) as before_id,
      exists (select from screening_checks where ${ofSubject} and state in (${sql.join(runningStates)})) as is_running
    from aml_watches as watch
    left join screening_checks as seen on seen.check_id = watch.seen_check_id
    left join lateral (
      select check_id, previous_id from ${compared} order by ended_at desc, check_id desc limit 1
    ) as last on true
    left join lateral (
      select check_id, previous_id from ${compared}
      where differs and previous_id is not null and ended_at > coalesce(seen.ended_at, watch.created_at)
      order by ended_at desc, check_id desc limit 1
    ) as change on true
    where watch.account_id = ${accountId} and (${id ?? null}::text is null or watch.watch_id = ${id ?? null})
  `.execute(db);
  return rows;
}

/** The network of a watch; undefined where there is none. */
export async function findWatchNetwork(
  db: Kysely<Tables>,
  { accountId, id }: Named,
): Promise<AmlNetwork | undefined> {
  const found = await db
    .selectFrom('aml_watches')
    .select('network')
    .where('account_id', '=', accountId)
    .where('watch_id', '=', id)
    .executeTakeFirst();
  return found?.network;
}

export async function countWatches(db: Kysely<Tables>, accountId: string): Promise<number> {
  const { watches } = await db
    .selectFrom('aml_watches')
    .select((eb) => eb.fn.countAll<number>().as('watches'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return watches;
}

/** False, and nothing written, where the account watches the subject already. */
export async function insertWatch(db: Kysely<Tables>, watch: Watch): Promise<boolean> {
  const inserted = await db
    .insertInto('aml_watches')
    .values(watch)
    .onConflict((conflict) => conflict.columns(['account_id', 'network', 'value']).doNothing())
    .returning('watch_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Writes what a person changes, where the watch still has this version. Says whether it had. */
export async function changeWatch(
  db: Kysely<Tables>,
  { accountId, id, version }: Named & { version: number },
  change: Pick<Watch, 'every_days' | 'key_name' | 'key_fingerprint' | 'sealed_key' | 'next_at'>,
): Promise<boolean> {
  const changed = await db
    .updateTable('aml_watches')
    .set({ ...change, hindrance: null, version: version + 1 })
    .where('account_id', '=', accountId)
    .where('watch_id', '=', id)
    .where('version', '=', version)
    .returning('watch_id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Says whether it was there in this version. */
export async function deleteWatch(
  db: Kysely<Tables>,
  { accountId, id, version }: Named & { version: number },
): Promise<boolean> {
  const deleted = await db
    .deleteFrom('aml_watches')
    .where('account_id', '=', accountId)
    .where('watch_id', '=', id)
    .where('version', '=', version)
    .returning('watch_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Says whether the watch is there, and the check a finished one of its subject. */
export async function markSeen(
  db: Kysely<Tables>,
  { accountId, id }: Named,
  checkId: string,
): Promise<boolean> {
  const marked = await db
    .updateTable('aml_watches as watch')
    .from('screening_checks as seen')
    .set({ seen_check_id: checkId })
    .where('watch.account_id', '=', accountId)
    .where('watch.watch_id', '=', id)
    .where('seen.check_id', '=', checkId)
    .where('seen.state', '=', 'finished')
    .whereRef('seen.account_id', '=', 'watch.account_id')
    .whereRef('seen.network', '=', 'watch.network')
    .whereRef('seen.value', '=', 'watch.value')
    .returning('watch.watch_id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** How many checks the account's monitoring has spent in a month such as `2026-01`. */
export async function countSpent(db: Kysely<Tables>, accountId: string, month: string): Promise<number> {
  const { spent } = await db
    .selectFrom('aml_watch_spendings')
    .select((eb) => eb.fn.coalesce(eb.fn.max('number'), sql<number>`0`).as('spent'))
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .executeTakeFirstOrThrow();
  return spent;
}
