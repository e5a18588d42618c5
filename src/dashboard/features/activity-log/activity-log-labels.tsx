import type { AuditLogEntry } from '#contract/gateway/audit-log.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { StatusBadge } from '#dashboard/ui/status-badge.tsx';
import classes from './activity-log.module.css';

type TargetProps = { value: string | null | undefined; what: string; full?: boolean };

/** An address, an ID or a name. */
export function Target({ value, what, full = false }: TargetProps) {
  return value === null ? null : <Address value={value} what={what} full={full} />;
}

export function Result({ status }: { status: AuditLogEntry['status'] | undefined }) {
  return <StatusBadge status={status === 'unknown' ? 'No result recorded' : status} />;
}

type ActorProps = {
  value: Partial<Pick<AuditLogEntry, 'via' | 'user_name' | 'key_name' | 'key_fingerprint'>>;
};

/** Who made a request: a user or an API key. The key with which users' requests are made is the account's, and in the drawer. */
export function Actor({
  value: { via, user_name: user, key_name: name, key_fingerprint: fingerprint },
}: ActorProps) {
  if (via === 'command' || via === 'identity-provider') {
    return <span className={classes['text']}>{sourceLabel(via)}</span>;
  }
  return <span className={classes['text']}>{user ?? name ?? fingerprint ?? 'unreadable'}</span>;
}

const sources = {
  session: 'Console',
  program: 'API',
  command: 'Command line',
  'identity-provider': 'Identity provider',
} as const satisfies Record<AuditLogEntry['via'], string>;

/** Where a request came from. */
export function sourceLabel(via: AuditLogEntry['via'] | undefined): string {
  if (via === undefined) return 'unreadable';
  return sources[via];
}

export function missingPermissionMessage(permissions: string): string {
  return `To see these details, you need ${permissions}.`;
}
