import { type Kysely, sql } from 'kysely';
import * as z from 'zod/mini';
import { type RolePermission, rolePermissions } from '#contract/permissions.ts';
import type { Tables } from '#database/tables.ts';
import type { CustomRolesTable } from '#database/user-tables.ts';
import { stringifyJson } from '#domain/json.ts';

export type CustomRole = Pick<CustomRolesTable, 'role_id' | 'name' | 'version'> & {
  permissions: RolePermission[];
};

type Content = Pick<CustomRolesTable, 'name' | 'updated_at' | 'updated_by'> & {
  permissions: readonly RolePermission[];
};

/** The role as it was read, of which a change starts. */
export type ReadRole = { accountId: string; roleId: string; version: number };

const columns = ['role_id', 'name', 'permissions', 'version'] as const;

/** By name. */
export async function listCustomRoles(db: Kysely<Tables>, accountId: string): Promise<CustomRole[]> {
  const rows = await db
    .selectFrom('custom_roles')
    .select(columns)
    .where('account_id', '=', accountId)
    .orderBy('name_key')
    .execute();
  return rows.map(toRole);
}

export async function findCustomRole(
  db: Kysely<Tables>,
  accountId: string,
  roleId: string,
): Promise<CustomRole | undefined> {
  const row = await db
    .selectFrom('custom_roles')
    .select(columns)
    .where('account_id', '=', accountId)
    .where('role_id', '=', roleId)
    .executeTakeFirst();
  return row && toRole(row);
}

/** Undefined when another role of the account has the name. */
export async function insertCustomRole(
  db: Kysely<Tables>,
  { accountId, roleId, content }: { accountId: string; roleId: string; content: Content },
): Promise<CustomRole | undefined> {
  const row = await db
    .insertInto('custom_roles')
    .values({ role_id: roleId, account_id: accountId, version: 1, ...toColumns(content) })
    .onConflict((conflict) => conflict.columns(['account_id', 'name_key']).doNothing())
    .returning(columns)
    .executeTakeFirst();
  return row && toRole(row);
}

/** Undefined when the role is not, or no longer, as it was read. Throws the driver's error for a name in use. */
export async function updateCustomRole(
  db: Kysely<Tables>,
  { accountId, roleId, version }: ReadRole,
  content: Content,
): Promise<CustomRole | undefined> {
  const row = await db
    .updateTable('custom_roles')
    .set({ ...toColumns(content), version: version + 1 })
    .where('account_id', '=', accountId)
    .where('role_id', '=', roleId)
    .where('version', '=', version)
    .returning(columns)
    .executeTakeFirst();
  return row && toRole(row);
}

/** False when the role is not, or no longer, as it was read. */
export async function deleteCustomRole(
  db: Kysely<Tables>,
  { accountId, roleId, version }: ReadRole,
): Promise<boolean> {
  const deleted = await db
    .deleteFrom('custom_roles')
    .where('account_id', '=', accountId)
    .where('role_id', '=', roleId)
    .where('version', '=', version)
    .returning('role_id')
    .execute();
  return deleted.length > 0;
}

/** How many users of the account have each role, by the role's ID. */
export async function countMembers(
  db: Kysely<Tables>,
  accountId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin(
      sql<{ role_id: string }>`jsonb_array_elements_text(memberships.roles)`.as<'role'>(sql`role (role_id)`),
      (join) => join.onTrue(),
    )
    .select(['role.role_id', (eb) => eb.fn.countAll<number>().as('members')])
    .where('account_id', '=', accountId)
    .groupBy('role.role_id')
    .execute();
  return new Map(rows.map(({ role_id, members }) => [role_id, members]));
}

function toColumns({ name, permissions, ...update }: Content) {
  return {
    ...update,
    name,
    name_key: nameKey(name),
    permissions: stringifyJson([...permissions]),
  };
}

/** The name of a role as names are compared. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** A permission that this version doesn't know allows nothing. */
function toRole({ permissions, ...role }: Pick<CustomRolesTable, (typeof columns)[number]>): CustomRole {
  const stored = z.parse(z.array(z.string()), permissions);
  return { ...role, permissions: rolePermissions.filter((each) => stored.includes(each)) };
}
