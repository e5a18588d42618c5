import type { Kysely } from 'kysely';
import type { SavedViewsTable } from '#database/console-tables.ts';
import type { Tables } from '#database/tables.ts';
import type { Instant } from '#domain/time.ts';

export async function listSavedViews(
  db: Kysely<Tables>,
  accountId: string,
  list: string,
): Promise<SavedViewsTable[]> {
  return await db
    .selectFrom('saved_views')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('list', '=', list)
    .orderBy('name_key')
    .execute();
}

export async function findSavedView(
  db: Kysely<Tables>,
  accountId: string,
  viewId: string,
): Promise<SavedViewsTable | undefined> {
  return await db
    .selectFrom('saved_views')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('view_id', '=', viewId)
    .executeTakeFirst();
}

/** Over all lists. */
export async function countSavedViews(db: Kysely<Tables>, accountId: string): Promise<number> {
  const { views } = await db
    .selectFrom('saved_views')
    .select((eb) => eb.fn.countAll<number>().as('views'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return views;
}

/** False when a view of the list has the name already. */
export async function insertSavedView(db: Kysely<Tables>, view: SavedViewsTable): Promise<boolean> {
  const inserted = await db
    .insertInto('saved_views')
    .values(view)
    .onConflict((conflict) => conflict.columns(['account_id', 'list', 'name_key']).doNothing())
    .returning('view_id')
    .execute();
  return inserted.length > 0;
}

/** The view as it was read, of which a change starts. */
export type ReadView = { accountId: string; viewId: string; version: number };

type Changes = { name: string; name_key: string; search: string; updated_at: Instant };

/** Undefined when the view is not, or no longer, as it was read. Throws the driver's error for a name in use. */
export async function updateSavedView(
  db: Kysely<Tables>,
  { accountId, viewId, version }: ReadView,
  changes: Changes,
): Promise<SavedViewsTable | undefined> {
  return await db
    .updateTable('saved_views')
    .set({ ...changes, version: version + 1 })
    .where('account_id', '=', accountId)
    .where('view_id', '=', viewId)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst();
}

/** False when the view is not, or no longer, as it was read. */
export async function deleteSavedView(
  db: Kysely<Tables>,
  { accountId, viewId, version }: ReadView,
): Promise<boolean> {
  const deleted = await db
    .deleteFrom('saved_views')
    .where('account_id', '=', accountId)
    .where('view_id', '=', viewId)
    .where('version', '=', version)
    .returning('view_id')
    .execute();
  return deleted.length > 0;
}
