import type { Session } from '#contract/gateway/sessions.ts';
import { consolePermissions, permissions, type RolePermission } from '#contract/permissions.ts';
import { builtInRoles } from '#contract/roles.ts';
import { testUser } from '#dashboard/testing-session.ts';

type Allowed = Pick<Session, 'user' | 'permissions' | 'console_permissions'>;

/** What a session of a user holds whose role has exactly these. */
export function roleWith(held: readonly RolePermission[]): Allowed {
  return {
    user: testUser,
    permissions: permissions.filter((each) => held.includes(each)),
    console_permissions: consolePermissions.filter((each) => held.includes(each)),
  };
}

/** What a session of an API key with exactly these holds. The key may do all that the console does with them. */
function keyWith(held: readonly RolePermission[]): Allowed {
  return { ...roleWith(held), user: null, console_permissions: null };
}

/** Sessions that differ in what they may open: by each role, of a user and of an API key, and of keys that may do little. */
export const sessionsByRole: readonly { who: string; session: Allowed }[] = [
  ...Object.values(builtInRoles).flatMap(({ label, permissions: held }) => [
    { who: `a user who is ${label}`, session: roleWith(held) },
    { who: `an API key for ${label}`, session: keyWith(held) },
  ]),
  { who: 'an API key for balances alone', session: keyWith(['balances:read']) },
  { who: 'an API key without permissions', session: keyWith([]) },
];
