import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { DetailsPermission } from '#contract/gateway/details-permission.ts';
import { createView, deleteView, replaceView, viewPermission } from '#contract/gateway/views.ts';
import type { Tables } from '#database/tables.ts';
import { findSavedView } from './views.store.ts';

const ofList = z.object({ list: z.string() });
const ofView = z.object({ id: deleteView.body.shape.id });

/**
 * What a key needs to see the details of a request about a view: what it needs to read the view's list. Undefined for
 * every other request. The body is not validated yet.
 */
export async function viewPermissionOf(
  db: Kysely<Tables>,
  { operation, body, accountId }: { operation: string | undefined; body: unknown; accountId: string },
): Promise<DetailsPermission | undefined> {
  switch (operation) {
    case createView.id:
      return viewPermission(z.safeParse(ofList, body).data?.list ?? '');
    case replaceView.id:
    case deleteView.id: {
      const { id } = z.safeParse(ofView, body).data ?? {};
      const view = id === undefined ? undefined : await findSavedView(db, accountId, id);
      return viewPermission(view?.list ?? '');
    }
    case undefined:
    default:
      return undefined;
  }
}
