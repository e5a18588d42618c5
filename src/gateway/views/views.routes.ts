import { formatInteger } from '#domain/format.ts';
import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import {
  createView,
  deleteView,
  listViews,
  MOST_VIEWS,
  replaceView,
  type SavedView,
  viewPermissions,
} from '#contract/gateway/views.ts';
import { lackingOf } from '#contract/permissions.ts';
import type { SavedViewsTable } from '#database/console-tables.ts';
import type { Tables } from '#database/tables.ts';
import { isUniqueViolation } from '#database/unique-violation.ts';
import { type Clock, writeIsoTime } from '#domain/time.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError, validationError } from '#http/service-error.ts';
import { requirePermissions, type SignedIn } from '../console-host.ts';
import {
  countSavedViews,
  deleteSavedView,
  findSavedView,
  insertSavedView,
  listSavedViews,
  type ReadView,
  updateSavedView,
} from './views.store.ts';

type Deps = { db: Kysely<Tables>; now: Clock };

/**
 * The views belong to the account: each of its keys that may read a list sees, changes and deletes all views of it. A
 * view reveals what a user searched for, so the others don't see it.
 */
export function registerViewRoutes(host: Host<SignedIn>, { db, now }: Deps): void {
  serve(host, listViews, async ({ query, caller }) => {
    requirePermissions(caller, viewPermissions(query.list));
    const rows = await listSavedViews(db, caller.accountId, query.list);
    return { views: rows.map(toResponse) };
  });

  serve(host, createView, async ({ body: { list, name, search }, caller }) => {
    requirePermissions(caller, viewPermissions(list));
    // Counted without a lock: simultaneous saves may exceed it by their number, which does no harm.
    if ((await countSavedViews(db, caller.accountId)) >= MOST_VIEWS) {
      throw new ServiceError(
        409,
        `The account has ${formatInteger(MOST_VIEWS)} saved views, the maximum. Delete some first`,
      );
    }
    const at = now();
    const view: SavedViewsTable = {
      view_id: `view_${randomBytes(12).toString('hex')}`,
      account_id: caller.accountId,
      list,
      name,
      name_key: keyOf(name),
      search,
      version: 1,
      created_by: caller.actorName,
      created_at: at,
      updated_at: at,
    };
    if (!(await insertSavedView(db, view))) throw nameInUse();
    return toResponse(view);
  });

  serve(host, replaceView, async ({ body: { id, version, name, search }, caller }) => {
    const read = { accountId: caller.accountId, viewId: id, version };
    await requireVisible(read, caller);
    const changes = { name, name_key: keyOf(name), search, updated_at: now() };
    try {
      const changed = await updateSavedView(db, read, changes);
      if (changed !== undefined) return toResponse(changed);
    } catch (error) {
      if (isUniqueViolation(error)) throw nameInUse();
      throw error;
    }
    throw await refusalOf(db, read);
  });

  serve(host, deleteView, async ({ body: { id, version }, caller }) => {
    const read = { accountId: caller.accountId, viewId: id, version };
    await requireVisible(read, caller);
    if (!(await deleteSavedView(db, read))) throw await refusalOf(db, read);
    return { result: 'success' as const };
  });

  /** A view of a list that the key may not read doesn't exist for it. */
  async function requireVisible({ accountId, viewId }: ReadView, caller: SignedIn): Promise<void> {
    const view = await findSavedView(db, accountId, viewId);
    if (view !== undefined && lackingOf(caller, viewPermissions(view.list)).length > 0) throw noSuchView();
  }
}

function noSuchView(): ServiceError {
  return new ServiceError(404, 'Saved view not found. It may have been deleted');
}

function toResponse(row: SavedViewsTable): SavedView {
  const { view_id, list, name, search, version, created_by, created_at, updated_at } = row;
  return {
    id: view_id,
    list,
    name,
    search,
    version,
    created_by,
    created_at: writeIsoTime(created_at),
    updated_at: writeIsoTime(updated_at),
  };
}

/** Names that read the same are the same: case and the ways to write one letter do not count. */
function keyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

function nameInUse(): ServiceError {
  return validationError({ name: 'another view of this list has this name' });
}

/** Why the view could not be changed. */
async function refusalOf(db: Kysely<Tables>, { accountId, viewId }: ReadView): Promise<ServiceError> {
  const view = await findSavedView(db, accountId, viewId);
  return view === undefined
    ? noSuchView()
    : new ServiceError(
        409,
        `Someone else changed the view “${view.name}” first, so your change wasn’t saved. Reload it and try again`,
      );
}
