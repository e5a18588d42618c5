import type { Kysely } from 'kysely';
import {
  areWithin,
  describeLimitRefusal,
  isLimited,
  type Limits,
  noLimits,
} from '#contract/gateway/limits.ts';
import { type RolePermission, rolePermissions } from '#contract/permissions.ts';
import type { Tables } from '#database/tables.ts';
import { ServiceError, validationError } from '#http/service-error.ts';
import type { SignedIn } from '../console-host.ts';
import { limitError } from '../limits/limit-error.ts';
import type { SignedInUser } from '../sessions/sessions.ts';
import { findUnknownRole, permissionsOfRoles } from './roles.ts';
import { isSandboxUser } from './sandbox-users.ts';
import { findMember, listMembershipsOf, type Member } from './users.store.ts';

/** Throws unless the roles exist and the caller may do all that they allow, where they do: nobody grants more than that. */
export async function requireGrantable(
  db: Kysely<Tables>,
  caller: SignedIn,
  { roles, limits }: { roles: readonly string[]; limits: Limits },
): Promise<void> {
  const unknown = await findUnknownRole(db, caller.accountId, roles);
  if (unknown !== undefined) {
    throw validationError({ roles: 'One of these roles no longer exists. Choose others.' });
  }
  if (roles.includes('administrator') && isLimited(limits)) {
    throw validationError({
      limits: 'Administrators can’t be limited. Remove the limits, or choose other roles.',
    });
  }
  const own = limitsOf(caller);
  if (!areWithin(limits, own)) {
    throw limitError(own, describeLimitRefusal(own, 'You can’t grant wider limits than your own'));
  }
  const lacking = await lackingToGrant(db, heldBy(caller), roles);
  if (lacking.length === 0) return;
  throw new ServiceError(
    403,
    `You can’t grant what your own role lacks: ${lacking.join(', ')}. An administrator can grant it`,
    { errorCode: 'system' },
  );
}

/** Somebody's roles in an account. */
type RolesIn = { accountId: string; roles: readonly string[] };

function heldBy({ accountId, user }: SignedIn): RolesIn {
  return { accountId, roles: user?.roles ?? [] };
}

/** The permissions that roles would give beyond those that somebody has. */
export async function lackingToGrant(
  db: Kysely<Tables>,
  { accountId, roles: own }: RolesIn,
  roles: readonly string[],
): Promise<RolePermission[]> {
  const wanted = await permissionsOfRoles(db, accountId, roles);
  const held = await permissionsOfRoles(db, accountId, own);
  return rolePermissions.filter((each) => wanted.has(each) && !held.has(each));
}

function limitsOf({ user }: SignedIn): Limits {
  return user?.limits ?? noLimits;
}

/** A user of the account who may do no more than the caller: otherwise the caller could take over that user. */
export async function requireSubordinate(
  trx: Kysely<Tables>,
  caller: SignedIn,
  userId: string,
): Promise<Member> {
  const member = await requireMember(trx, caller.accountId, userId);
  const own = limitsOf(caller);
  if (!areWithin(member.limits, own)) {
    throw limitError(
      own,
      `${member.name}’s limits are wider than yours, so only an administrator can change this user`,
    );
  }
  const lacking = await lackingToGrant(trx, heldBy(caller), member.roles);
  if (lacking.length === 0) return member;
  throw new ServiceError(
    403,
    `${member.name} can do more than you: ${lacking.join(', ')}. Only an administrator can change this user`,
    { errorCode: 'system' },
  );
}

/** The same for the user's other accounts: whoever resets a sign-in could sign in to all of them. */
export async function requireSubordinateElsewhere(
  trx: Kysely<Tables>,
  caller: SignedInUser,
  { userId, name, except }: { userId: string; name: string; except: string },
): Promise<void> {
  if (await isSubordinateElsewhere(trx, caller, { userId, except })) return;
  throw new ServiceError(
    403,
    `${name} also works in an account where you have less access. Ask someone who administers all of ${name}’s accounts to reset the sign-in`,
    { errorCode: 'system' },
  );
}

async function isSubordinateElsewhere(
  trx: Kysely<Tables>,
  caller: SignedInUser,
  { userId, except }: { userId: string; except: string },
): Promise<boolean> {
  const own = await listMembershipsOf(trx, caller.id);
  for (const { accountId, roles, limits } of await listMembershipsOf(trx, userId)) {
    if (accountId === except) continue;
    const there = own.find((each) => each.accountId === accountId);
    const lacking = await lackingToGrant(trx, { accountId, roles: there?.roles ?? [] }, roles);
    if (lacking.length > 0 || !areWithin(limits, there?.limits ?? noLimits)) return false;
  }
  return true;
}

/**
 * Everyone may sign in as a user of the sandbox, and must not get a link with which to become another user. A sign-in method of the
 * user's own changes nothing: whoever came with one click may have added it.
 */
export function refuseResetBySandboxUser({ user }: SignedIn, userId: string): void {
  if (user === undefined || !isSandboxUser(user.id) || isSandboxUser(userId)) return;
  throw new ServiceError(
    403,
    'Sandbox users can’t reset another user’s sign-in, because anyone can sign in as them. Ask another administrator, or remove the user and invite them again',
    { errorCode: 'system' },
  );
}

/** Throws unless the caller may make a link for a user of other accounts who hasn't joined yet: it lets into all of them. */
export async function requireLinkElsewhere(
  trx: Kysely<Tables>,
  caller: SignedInUser,
  { userId, except }: { userId: string; except: string },
): Promise<void> {
  if (await isSubordinateElsewhere(trx, caller, { userId, except })) return;
  throw new ServiceError(
    409,
    'This email address belongs to a user of another account who hasn’t joined yet. Ask the user to join there first',
  );
}

/** A user of the account. */
export async function requireMember(db: Kysely<Tables>, accountId: string, userId: string): Promise<Member> {
  const member = await findMember(db, accountId, userId);
  if (member !== undefined) return member;
  throw new ServiceError(404, 'User not found. The user may have been removed');
}
