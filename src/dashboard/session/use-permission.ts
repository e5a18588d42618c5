import { isPermitted } from '#contract/gateway/sessions.ts';
import type { Permission } from '#contract/permissions.ts';
import { useSession } from './session.queries.ts';

export type PermissionAnswer = { allowed: true; reason: null } | { allowed: false; reason: string };

/** Whether the signed-in key may do something, and if not, why, in words for the person. */
export function usePermission(permission: Permission): PermissionAnswer {
  const session = useSession();
  if (isPermitted(session, permission)) return { allowed: true, reason: null };
  const key = session.key_name === null ? 'This API key' : `The API key “${session.key_name}”`;
  return { allowed: false, reason: `${key} lacks the permission ${permission}.` };
}
