import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import {
  changeRole,
  createRole,
  listRoles,
  MOST_CUSTOM_ROLES,
  removeRole,
  type Role,
} from '#contract/gateway/roles.ts';
import { type RolePermission, rolePermissions } from '#contract/permissions.ts';
import { builtInRoleIds, builtInRoles } from '#contract/roles.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { isUniqueViolation } from '#database/unique-violation.ts';
import { formatCount, pluralize } from '#domain/format.ts';
import type { Clock } from '#domain/time.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError, validationError } from '#http/service-error.ts';
import type { SignedIn } from '../console-host.ts';
import { permissionsOfRoles } from './roles.ts';
import {
  countMembers,
  type CustomRole,
  deleteCustomRole,
  findCustomRole,
  insertCustomRole,
  listCustomRoles,
  nameKey,
  type ReadRole,
  updateCustomRole,
} from './roles.store.ts';
import { lockMembers } from './users.store.ts';

type Deps = { db: Kysely<Tables>; now: Clock };

/** The roles of an account: everyone sees them; users whose own roles include `users:write` change the account's own. */
export function registerRoleRoutes(host: Host<SignedIn>, { db, now }: Deps): void {
  serve(host, listRoles, async ({ caller: { accountId } }) => {
    const members = await countMembers(db, accountId);
    const builtIn = builtInRoleIds.map((id): Role => {
      const { label: name, description, permissions } = builtInRoles[id];
      const count = members.get(id) ?? 0;
      return { id, name, description, permissions: [...permissions], members: count, version: null };
    });
    const custom = await listCustomRoles(db, accountId);
    return { roles: [...builtIn, ...custom.map((role) => toResponse(role, members))] };
  });

  serve(host, createRole, async ({ body: { name, permissions }, caller }) => {
    const { accountId, actorName } = caller;
    await requireHeld(caller, permissions);
    requireFreeName(name);
    // Counted without a lock: simultaneous requests may exceed it by their number, which does no harm.
    if ((await listCustomRoles(db, accountId)).length >= MOST_CUSTOM_ROLES) {
      throw new ServiceError(
        409,
        `The account has ${MOST_CUSTOM_ROLES} custom roles, the maximum. Delete one first`,
      );
    }
    const roleId = `role_${randomBytes(12).toString('hex')}`;
    const content = { name, permissions, updated_at: now(), updated_by: actorName };
    const role = await insertCustomRole(db, { accountId, roleId, content });
    if (role === undefined) throw nameInUse();
    return toResponse(role, new Map());
  });

  serve(host, changeRole, async ({ body: { role_id: roleId, version, name, permissions }, caller }) => {
    const { accountId, actorName } = caller;
    const read = { accountId, roleId, version };
    await requireHeld(caller, await permissionsInvolved(read, permissions));
    requireFreeName(name);
    const content = { name, permissions, updated_at: now(), updated_by: actorName };
    try {
      const changed = await updateCustomRole(db, read, content);
      if (changed !== undefined) return toResponse(changed, await countMembers(db, accountId));
    } catch (error) {
      if (isUniqueViolation(error)) throw nameInUse();
      throw error;
    }
    throw await refusalOf(db, read);
  });

  serve(host, removeRole, async ({ body: { role_id: roleId, version }, caller }) => {
    const read = { accountId: caller.accountId, roleId, version };
    await requireHeld(caller, await permissionsInvolved(read, []));
    await inTransaction(db, async (trx) => {
      const members = (await lockMembers(trx, caller.accountId)).filter(({ roles }) =>
        roles.includes(roleId),
      );
      if (members.length > 0) {
        const has = `${formatCount(members.length, 'user')} ${pluralize(members.length, 'has', 'have')}`;
        throw new ServiceError(409, `${has} this role. Give them another role, then delete it`);
      }
      if (!(await deleteCustomRole(trx, read))) throw await refusalOf(trx, read);
    });
    return { result: 'success' as const };
  });

  /** Those that a role gets, and those that it has: nobody takes away what they couldn't grant. */
  async function permissionsInvolved(
    { accountId, roleId }: ReadRole,
    wanted: readonly RolePermission[],
  ): Promise<RolePermission[]> {
    const role = await findCustomRole(db, accountId, roleId);
    return [...wanted, ...(role?.permissions ?? [])];
  }

  /** Throws for a session of an API key, and unless the caller's own roles have all of these permissions. */
  async function requireHeld(
    { accountId, user }: SignedIn,
    wanted: readonly RolePermission[],
  ): Promise<void> {
    if (user === undefined) {
      throw new ServiceError(
        403,
        'Users and roles are managed by users, and an API key is signed in. Sign in as an administrator',
      );
    }
    const held = await permissionsOfRoles(db, accountId, user.roles);
    const lacking = rolePermissions.filter((each) => wanted.includes(each) && !held.has(each));
    if (lacking.length === 0) return;
    throw new ServiceError(
      403,
      `Your own role lacks ${lacking.join(', ')}, so you can’t manage a role that has it. An administrator can`,
      { data: { lacking } },
    );
  }
}

function toResponse({ role_id: id, ...role }: CustomRole, members: ReadonlyMap<string, number>): Role {
  return { id, ...role, description: null, members: members.get(id) ?? 0 };
}

/** Throws for the name of a built-in role: two roles of one name can't be told apart. */
function requireFreeName(name: string): void {
  const key = nameKey(name);
  if (builtInRoleIds.some((id) => nameKey(builtInRoles[id].label) === key)) throw nameInUse();
}

function nameInUse(): ServiceError {
  return validationError({ name: 'Another role has this name.' });
}

/** Why the role could not be changed. */
async function refusalOf(db: Kysely<Tables>, { accountId, roleId }: ReadRole): Promise<ServiceError> {
  const role = await findCustomRole(db, accountId, roleId);
  return role === undefined
    ? new ServiceError(404, 'Role not found. It may have been deleted')
    : new ServiceError(
        409,
        `Someone else changed the role “${role.name}” first, so your change wasn’t saved. Reload it and try again`,
      );
}
