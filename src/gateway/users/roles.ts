import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { type RolePermission, rolePermissions } from '#contract/permissions.ts';
import { builtInRoleIds, builtInRoles } from '#contract/roles.ts';
import type { Tables } from '#database/tables.ts';

const stored = z.array(z.string());

/** What roles of an account allow, together. One that doesn't exist any more allows nothing. */
export async function permissionsOfRoles(
  db: Kysely<Tables>,
  accountId: string,
  roles: readonly string[],
): Promise<ReadonlySet<RolePermission>> {
  const builtIn = builtInRoleIds.filter((id) => roles.includes(id));
  const allowed = new Set<RolePermission>(builtIn.flatMap((id) => builtInRoles[id].permissions));
  const custom = roles.filter((id) => !builtIn.some((each) => each === id));
  if (custom.length === 0) return allowed;
  const rows = await db
    .selectFrom('custom_roles')
    .select('permissions')
    .where('account_id', '=', accountId)
    .where('role_id', 'in', custom)
    .execute();
  const names = new Set(rows.flatMap((row) => z.parse(stored, row.permissions)));
  for (const permission of rolePermissions) if (names.has(permission)) allowed.add(permission);
  return allowed;
}

/** The ID of the first role that the account doesn't have; undefined if it has all of them. */
export async function findUnknownRole(
  db: Kysely<Tables>,
  accountId: string,
  roles: readonly string[],
): Promise<string | undefined> {
  const custom = roles.filter((id) => !builtInRoleIds.some((each) => each === id));
  if (custom.length === 0) return undefined;
  const rows = await db
    .selectFrom('custom_roles')
    .select('role_id')
    .where('account_id', '=', accountId)
    .where('role_id', 'in', custom)
    .execute();
  return custom.find((id) => !rows.some((row) => row.role_id === id));
}
