import type { Kysely } from 'kysely';
import {
  asDetailsPermission,
  detailsPermissionOf,
  lackingForDetails,
} from '#contract/gateway/details-permission.ts';
import { type AuditLogEntry, type AuditLogStatus, listAuditLog } from '#contract/gateway/audit-log.ts';
import { sumAuditLog } from '#contract/gateway/list-sums.ts';
import type { Tables } from '#database/tables.ts';
import { type Host, serve } from '#http/serve.ts';
import type { SignedIn } from '../console-host.ts';
import { ownSums } from '../own-sums.ts';
import {
  type AuditLogReader,
  type AuditLogRow,
  listAuditLogRows,
  sumAuditLogRows,
} from './audit-log-list.store.ts';

/**
 * The activity log belongs to the account: its keys see that each of them did something, and nothing of any other account.
 * They see the details and the outcome if they hold the permission of the recorded operation.
 */
export function registerAuditLogRoutes(host: Host<SignedIn>, db: Kysely<Tables>): void {
  serve(host, listAuditLog, async ({ query, caller }) => {
    const { count, rows } = await listAuditLogRows(db, caller, query);
    return { count, entries: rows.map((row) => toResponse(row, caller)) };
  });

  serve(host, sumAuditLog, async ({ query, caller }) => ownSums(await sumAuditLogRows(db, caller, query)));
}

function toResponse(row: AuditLogRow, reader: AuditLogReader): AuditLogEntry {
  const { details_permission: stored, outcome_session, via } = row;
  const needed = stored === null ? detailsPermissionOf(row.operation) : asDetailsPermission(stored);
  const lacking = lackingForDetails(reader, needed);
  return {
    ...row,
    created_at: row.recorded_at,
    status: statusOf(row.http_status),
    // The register has no requests of an account.
    via: via === 'system' ? 'command' : via,
    // A sign-in has none before it is done.
    session: row.session ?? outcome_session,
    ...(lacking.length > 0 && hidden),
    details_need: lacking.length === 0 ? null : lacking.join(', '),
  };
}

/** The salts as well: with them, details could be tried until the hash is right. */
const hidden = {
  subject: null,
  created_id: null,
  error_message: null,
  details: null,
  salt: null,
  outcome_salt: null,
} as const satisfies Partial<AuditLogEntry>;

function statusOf(httpStatus: number | null): AuditLogStatus {
  if (httpStatus === null) return 'unknown';
  if (httpStatus < 300) return 'completed';
  return httpStatus < 500 ? 'rejected' : 'failed';
}
