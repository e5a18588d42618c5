import type { AuditLogEntry } from '#contract/gateway/audit-log.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { StatusBadge } from '#dashboard/ui/status-badge.tsx';

type TargetProps = { value: string | null | undefined; what: string; full?: boolean };

/** An address, an ID or a name. */
export function Target({ value, what, full = false }: TargetProps) {
  return value === null ? null : <Address value={value} what={what} full={full} />;
}

export function Result({ status }: { status: AuditLogEntry['status'] | undefined }) {
  return <StatusBadge status={status === 'unknown' ? 'No result recorded' : status} />;
}

/** Where a request came from. */
export function sourceLabel(via: AuditLogEntry['via'] | undefined): string {
  if (via === undefined) return 'unreadable';
  if (via === 'command') return 'Command line';
  return via === 'session' ? 'Console' : 'API';
}

export function missingPermissionMessage(permissions: string): string {
  return `Your API key needs ${permissions} to see these details.`;
}
