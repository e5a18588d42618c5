import * as z from 'zod/mini';
import type { DetailsPermission } from '#contract/gateway/details-permission.ts';
import {
  exportedNames,
  exportPermissions,
  permissionsToExport,
  recordExport,
} from '#contract/gateway/exports.ts';
import { type Host, serve } from '#http/serve.ts';
import { requirePermissions, type SignedIn } from './console-host.ts';

/** The entry in the activity log is written before the handler runs, as for every change. */
export function registerExportRoutes(host: Host<SignedIn>): void {
  serve(host, recordExport, async ({ body, caller }) => {
    requirePermissions(caller, permissionsToExport(body.list));
    return { result: 'success' as const };
  });
}

const ofList = z.object({ list: z.enum(exportedNames) });

/** What a key needs to see what was exported: what it needs to read the list. Undefined for any other request. */
export function exportPermissionOf(
  operation: string | undefined,
  body: unknown,
): DetailsPermission | undefined {
  if (operation !== recordExport.id) return undefined;
  const { list } = z.safeParse(ofList, body).data ?? {};
  return list === undefined ? 'all' : exportPermissions[list];
}
