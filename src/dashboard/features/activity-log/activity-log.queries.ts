import { openSets } from '#contract/fields.ts';
import { type AuditLogEntry, listAuditLog } from '#contract/gateway/audit-log.ts';
import type { ListSource } from '#dashboard/api/list-source.ts';
import { call } from '#dashboard/api/client.ts';

const schema = openSets(listAuditLog.query);

/** Changes made through the gateway, by whom, and their outcomes. */
export const activityLog: ListSource<typeof schema, AuditLogEntry> = {
  name: 'activity-log',
  operation: listAuditLog,
  schema,
  read: (query, signal) => call(listAuditLog, { query }, signal),
  rowId: ({ value }) => value.sequence?.toString(),
  createdAt: ({ value }) => value.created_at,
};

export const activityLogPath = '/activity-log';

/** The page of one entry. */
export function activityLogEntryPath(sequence: string): string {
  return `${activityLogPath}/${encodeURIComponent(sequence)}`;
}
