import { type Kysely, sql } from 'kysely';
import { runningStates } from '#contract/gateway/aml-checks.ts';
import type { AmlWatchesTable } from '#database/kept-check-tables.ts';
import type { Tables } from '#database/tables.ts';
import type { KeptCheck } from '../kept-checks.store.ts';

export type Watch = AmlWatchesTable;

/** A watched subject with what is known of it. */
export type WatchWithResults = {
  watch: Watch;
  isRunning: boolean;
  /** Its finished checks, the latest first, at most two. */
  results: KeptCheck[];
};

type Named = { accountId: string; id: string };

/** Those of the account, or the one of them that is named. */
export async function listWatches(
  db: Kysely<Tables>,
  accountId: string,
  id?: string,
): Promise<WatchWithResults[]> {
  let watched = db.selectFrom('aml_watches').where('account_id', '=', accountId);
  if (id !== undefined) watched = watched.where('watch_id', '=', id);
  const watches = await watched.selectAll().orderBy('next_at').orderBy('watch_id').execute();
  if (watches.length === 0) return [];

  const checks = db
    .selectFrom('kept_checks')
    .innerJoin('aml_watches as watch', (join) =>
      join
        .onRef('watch.account_id', '=', 'kept_checks.account_id')
        .onRef('watch.network', '=', 'kept_checks.network')
        .onRef('watch.value', '=', 'kept_checks.value'),
    )
    .where('kept_checks.account_id', '=', accountId);
  const ranked = checks
    .where('kept_checks.state', '=', 'finished')
    .selectAll('kept_checks')
    .select([
      'watch.watch_id',
      sql<number>`row_number() over (partition by watch.watch_id
        order by kept_checks.ended_at desc, kept_checks.check_id desc)`.as('rank'),
    ]);
  const results = await db
    .selectFrom(ranked.as('ranked'))
    .selectAll()
    .where('rank', '<=', 2)
    .orderBy('rank')
    .execute();
  const running = await checks
    .where('kept_checks.state', 'in', runningStates)
    .select('watch.watch_id')
    .execute();

  return watches.map((watch) => ({
    watch,
    isRunning: running.some(({ watch_id }) => watch_id === watch.watch_id),
    results: results.filter(({ watch_id }) => watch_id === watch.watch_id),
  }));
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

/** Says whether it is there. */
export async function markSeen(
  db: Kysely<Tables>,
  { accountId, id }: Named,
  checkId: string,
): Promise<boolean> {
  const marked = await db
    .updateTable('aml_watches')
    .set({ seen_check_id: checkId })
    .where('account_id', '=', accountId)
    .where('watch_id', '=', id)
    .returning('watch_id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** How many checks the watch list of the account has spent in a month such as `2026-01`. */
export async function countSpent(db: Kysely<Tables>, accountId: string, month: string): Promise<number> {
  const { spent } = await db
    .selectFrom('aml_watch_spendings')
    .select((eb) => eb.fn.coalesce(eb.fn.max('number'), sql<number>`0`).as('spent'))
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .executeTakeFirstOrThrow();
  return spent;
}
