import type { Kysely } from 'kysely';
import {
  changeUserRoles,
  createFirstAdministrator,
  INVITATION_HOURS,
  inviteUser,
  listUsers,
  MOST_USERS,
  removeUser,
  resetUserSignIn,
  type User,
} from '#contract/gateway/users.ts';
import {
  areWithin,
  describeLimitRefusal,
  isLimited,
  type Limits,
  noLimits,
} from '#contract/gateway/limits.ts';
import { type RolePermission, rolePermissions } from '#contract/permissions.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { formatInteger } from '#domain/format.ts';
import { type Clock, writeIsoTime } from '#domain/time.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError, validationError } from '#http/service-error.ts';
import { apiKeyOf, type SessionOf } from '../caller.ts';
import { requireUser, type SignedIn } from '../console-host.ts';
import { keepOut } from '../identity-provider/identities.store.ts';
import { limitError } from '../limits/limit-error.ts';
import type { KeyCipher } from '../sessions/key-cipher.ts';
import type { SignedInUser } from '../sessions/sessions.ts';
import { sealAccountKey } from './account-keys.ts';
import { addFirstAdministrator, alreadyHasUsers } from './first-administrator.ts';
import { limitsResponse } from './grants.ts';
import { createInvitation, invitationOf } from './invitations.ts';
import { listTags } from '../wallet-notes/wallet-notes.store.ts';
import { findUnknownRole, permissionsOfRoles } from './roles.ts';
import { isSandboxUser } from './sandbox-users.ts';
import {
  deleteMembership,
  deleteSignInOf,
  endInvitations,
  findMember,
  hasJoined,
  insertMembership,
  insertUser,
  findUserByEmail,
  listMembers,
  listMembershipsOf,
  lockMembers,
  type Member,
  newUserId,
  updateRoles,
} from './users.store.ts';

type Deps = { db: Kysely<Tables>; cipher: KeyCipher; now: Clock; sessionOf: SessionOf };

/** The administration of an account's users, for users whose roles include `users:write`. */
export function registerUserRoutes(host: Host<SignedIn>, { db, cipher, now, sessionOf }: Deps): void {
  serve(host, createFirstAdministrator, async ({ body, caller, request }) => {
    if (caller.user !== undefined) throw alreadyHasUsers();
    const { accountId, actorName: keyName } = caller;
    const apiKey = apiKeyOf(request, { sessionOf });
    const at = now();
    const administrator = { ...body, accountId, addedBy: keyName, hours: INVITATION_HOURS, at };
    return await addFirstAdministrator(db, administrator, async (trx) =>
      sealAccountKey(trx, cipher, { accountId, name: keyName, apiKey, addedBy: keyName, at }),
    );
  });

  serve(host, listUsers, async ({ caller }) => ({
    users: (await listMembers(db, caller.accountId)).map(toResponse),
    wallet_tags: await listTags(db, caller.accountId),
  }));

  serve(host, inviteUser, async ({ body, caller }) => {
    const { accountId, actorName } = requireUser(caller);
    await requireGrantable(db, caller, body);
    return await inTransaction(db, async (trx) => {
      if ((await lockMembers(trx, accountId)).length >= MOST_USERS) {
        throw new ServiceError(
          409,
          `The account has ${formatInteger(MOST_USERS)} users, the maximum. Remove some first`,
        );
      }
      const known = await findUserByEmail(trx, body.email);
      if (known === undefined) {
        const userId = newUserId();
        await addUser(trx, { ...body, userId, accountId, addedBy: actorName });
        return invitationOf(userId, await invite(trx, userId, actorName));
      }
      if ((await findMember(trx, accountId, known)) !== undefined) {
        throw validationError({ email: 'A user of this account has this email address.' });
      }
      await requireJoined(trx, known);
      await endInvitations(trx, known);
      await addMembership(trx, { ...body, userId: known, accountId, addedBy: actorName });
      // A link would let whoever invites into the user's other accounts.
      return { user_id: known, token: null, expires_at: null };
    });
  });

  serve(host, changeUserRoles, async ({ body: { id, version, roles, limits }, caller }) => {
    const { accountId, actorName } = requireUser(caller);
    return await inTransaction(db, async (trx) => {
      const members = await lockMembers(trx, accountId);
      const { name, ...current } = await requireSubordinate(trx, caller, id);
      const next = { roles, limits: limits ?? current.limits };
      await requireGrantable(trx, caller, next);
      const change = {
        user_id: id,
        account_id: accountId,
        roles,
        limits,
        updated_at: now(),
        updated_by: actorName,
      };
      if (!(await updateRoles(trx, change, version))) {
        throw new ServiceError(
          409,
          `Someone else changed the roles of ${name} first, so your change wasn’t saved. Reload and try again`,
        );
      }
      requireAdministrator([...members.filter((each) => each.user_id !== id), { roles }]);
      const more = await lackingToGrant(trx, { accountId, roles: current.roles }, roles);
      if (more.length > 0 || !areWithin(next.limits, current.limits)) await endInvitations(trx, id);
      return toResponse(await requireMember(trx, accountId, id));
    });
  });

  serve(host, resetUserSignIn, async ({ body: { id }, caller }) => {
    const { user, actorName } = requireUser(caller);
    refuseResetBySandboxUser(caller, id);
    return await inTransaction(db, async (trx) => {
      const { name } = await requireSubordinate(trx, caller, id);
      await requireSubordinateElsewhere(trx, user, { userId: id, name, except: caller.accountId });
      await deleteSignInOf(trx, id);
      return invitationOf(id, await invite(trx, id, actorName));
    });
  });

  serve(host, removeUser, async ({ body: { id }, caller }) => {
    const { accountId } = requireUser(caller);
    await inTransaction(db, async (trx) => {
      const members = await lockMembers(trx, accountId);
      await requireSubordinate(trx, caller, id);
      requireAdministrator(members.filter((each) => each.user_id !== id));
      await keepOut(trx, { userId: id, accountId });
      await deleteMembership(trx, { accountId, userId: id, at: now() });
    });
    return { result: 'success' as const };
  });

  type NewMember = {
    userId: string;
    accountId: string;
    roles: readonly string[];
    limits: Limits;
    addedBy: string | null;
  };

  type NewUser = NewMember & { name: string; email: string };

  async function addUser(trx: Kysely<Tables>, { name, email, ...member }: NewUser) {
    const { userId, addedBy } = member;
    const user = { user_id: userId, name, email, created_at: now(), created_by: addedBy };
    if (!(await insertUser(trx, user))) {
      throw validationError({ email: 'Another user has this email address.' });
    }
    await addMembership(trx, member);
  }

  async function addMembership(
    trx: Kysely<Tables>,
    { userId, accountId, roles, limits, addedBy }: NewMember,
  ) {
    const at = now();
    await insertMembership(trx, {
      user_id: userId,
      account_id: accountId,
      roles,
      limits,
      created_at: at,
      updated_at: at,
      updated_by: addedBy,
    });
  }

  async function invite(trx: Kysely<Tables>, userId: string, createdBy: string | null) {
    return await createInvitation(trx, { userId, createdBy, at: now(), hours: INVITATION_HOURS });
  }
}

/** Throws unless the roles exist and the caller may do all that they allow, where they do: nobody grants more than that. */
async function requireGrantable(
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

async function lackingToGrant(
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
async function requireSubordinate(trx: Kysely<Tables>, caller: SignedIn, userId: string): Promise<Member> {
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
async function requireSubordinateElsewhere(
  trx: Kysely<Tables>,
  caller: SignedInUser,
  { userId, name, except }: { userId: string; name: string; except: string },
): Promise<void> {
  const own = await listMembershipsOf(trx, caller.id);
  for (const { accountId, roles, limits } of await listMembershipsOf(trx, userId)) {
    if (accountId === except) continue;
    const there = own.find((each) => each.accountId === accountId);
    const lacking = await lackingToGrant(trx, { accountId, roles: there?.roles ?? [] }, roles);
    if (lacking.length > 0 || !areWithin(limits, there?.limits ?? noLimits)) {
      throw new ServiceError(
        403,
        `${name} also works in an account where you have less access. Ask someone who administers all of ${name}’s accounts to reset the sign-in`,
        { errorCode: 'system' },
      );
    }
  }
}

/**
 * Everyone may sign in as a user of the sandbox, and must not get a link with which to become another user. A sign-in method of the
 * user's own changes nothing: whoever came with one click may have added it.
 */
function refuseResetBySandboxUser({ user }: SignedIn, userId: string): void {
  if (user === undefined || !isSandboxUser(user.id) || isSandboxUser(userId)) return;
  throw new ServiceError(
    403,
    'Sandbox users can’t reset another user’s sign-in, because anyone can sign in as them. Ask another administrator, or remove the user and invite them again',
    { errorCode: 'system' },
  );
}

/** Throws for a user of another account who hasn't joined it: whoever has the link would be let into this one too. */
async function requireJoined(trx: Kysely<Tables>, userId: string): Promise<void> {
  const [elsewhere] = await listMembershipsOf(trx, userId);
  const member = elsewhere && (await findMember(trx, elsewhere.accountId, userId));
  if (member !== undefined && hasJoined(member)) return;
  throw new ServiceError(
    409,
    'This email address belongs to a user of another account who hasn’t joined yet. Ask the user to join there first',
  );
}

async function requireMember(db: Kysely<Tables>, accountId: string, userId: string): Promise<Member> {
  const member = await findMember(db, accountId, userId);
  if (member !== undefined) return member;
  throw new ServiceError(404, 'User not found. The user may have been removed');
}

/** Throws unless one of the members is an administrator. */
function requireAdministrator(members: readonly { roles: readonly string[] }[]): void {
  if (members.some(({ roles }) => roles.includes('administrator'))) return;
  throw new ServiceError(
    409,
    'The account needs at least one administrator. Make someone else an administrator first',
  );
}

function toResponse(member: Member): User {
  return {
    id: member.user_id,
    name: member.name,
    email: member.email,
    roles: member.roles,
    limits: limitsResponse(member.limits),
    version: member.version,
    has_joined: hasJoined(member),
    is_sandbox: isSandboxUser(member.user_id),
    passkeys: member.passkeys,
    has_password: member.hasPassword,
    has_identity: member.hasIdentity,
    invited_until: member.invitedUntil && writeIsoTime(member.invitedUntil),
    last_used_at: member.lastUsedAt && writeIsoTime(member.lastUsedAt),
    created_at: writeIsoTime(member.created_at),
    created_by: member.created_by,
  };
}
