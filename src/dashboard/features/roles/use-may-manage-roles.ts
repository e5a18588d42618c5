import { createRole } from '#contract/gateway/roles.ts';
import { type PermissionAnswer, usePermission, useSession } from '#dashboard/session/session.queries.ts';

/** Whether the signed-in user may change the account's roles; nobody who signed in with an API key may. */
export function useMayManageRoles(): PermissionAnswer {
  const { user } = useSession();
  const answer = usePermission(createRole);
  if (user !== null) return answer;
  return {
    allowed: false,
    reason: 'API keys can’t manage roles. Sign in as an administrator.',
  };
}
