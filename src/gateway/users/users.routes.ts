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
import { areWithin, type Limits } from '#contract/gateway/limits.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { formatInteger } from '#domain/format.ts';
import { type Clock, writeIsoTime } from '#domain/time.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError, validationError } from '#http/service-error.ts';
import { apiKeyOf, type SessionOf } from '../caller.ts';
import { requireUser, type SignedIn } from '../console-host.ts';
import { keepOut } from '../identity-provider/identities.store.ts';
import type { SignInOptions } from '#contract/gateway/sign-in.ts';
import type { KeyCipher } from '../sessions/key-cipher.ts';
import { sealAccountKey } from './account-keys.ts';
import { addFirstAdministrator, alreadyHasUsers } from './first-administrator.ts';
import { limitsResponse } from './grants.ts';
import { createInvitation, invitationOf } from './invitations.ts';
import { listTags } from '../wallet-notes/wallet-notes.store.ts';
import { isSandboxUser } from './sandbox-users.ts';
import { createUserRecords } from './user-records.ts';
import {
  deleteMembership,
  deleteSignInOf,
  endInvitations,
  findMember,
  hasJoined,
  hasUserJoined,
  insertMembership,
  insertUser,
  findUserByEmail,
  listMembers,
  lockMembers,
  type Member,
  newUserId,
  updateRoles,
} from './users.store.ts';
import {
  lackingToGrant,
  refuseResetBySandboxUser,
  requireGrantable,
  requireLinkElsewhere,
  requireMember,
  requireSubordinate,
  requireSubordinateElsewhere,
} from './who-may-manage.ts';

type Deps = {
  db: Kysely<Tables>;
  cipher: KeyCipher;
  now: Clock;
  sessionOf: SessionOf;
  /** The company's: without it, groups set no roles. */
  identityProvider: SignInOptions['identity_provider'];
};

/** The administration of an account's users, for users whose roles include `users:write`. */
export function registerUserRoutes(host: Host<SignedIn>, deps: Deps): void {
  const { db, cipher, now, sessionOf, identityProvider } = deps;
  const recordInOtherAccounts = createUserRecords({ sessionOf, now });

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
    users: (await listMembers(db, caller.accountId)).map((member) =>
      toResponse(member, identityProvider !== null),
    ),
    wallet_tags: await listTags(db, caller.accountId),
  }));

  serve(host, inviteUser, async ({ body, caller, request }) => {
    const { accountId, actorName, user } = requireUser(caller);
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
      const isJoined = await hasUserJoined(trx, known);
      if (!isJoined) await requireLinkElsewhere(trx, user, { userId: known, except: accountId });
      await recordInOtherAccounts(trx, request, known);
      await endInvitations(trx, known);
      await addMembership(trx, { ...body, userId: known, accountId, addedBy: actorName });
      // Whoever signs in already needs no link, and one would let whoever invites into the user's other accounts.
      if (isJoined) return { user_id: known, token: null, expires_at: null };
      return invitationOf(known, await invite(trx, known, actorName));
    });
  });

  serve(host, changeUserRoles, async ({ body: { id, version, roles, limits }, caller }) => {
    const { accountId, actorName } = requireUser(caller);
    return await inTransaction(db, async (trx) => {
      const members = await lockMembers(trx, accountId);
      const { name, isFromGroups, ...current } = await requireSubordinate(trx, caller, id);
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
      if (isFromGroups && identityProvider !== null && !areSame(roles, current.roles)) {
        throw new ServiceError(
          409,
          `${identityProvider.name} sets the roles of ${name} at each sign-in. Change the groups there, or the roles of groups in OIDC_ROLES`,
        );
      }
      requireAdministrator([...members.filter((each) => each.user_id !== id), { roles }]);
      const more = await lackingToGrant(trx, { accountId, roles: current.roles }, roles);
      if (more.length > 0 || !areWithin(next.limits, current.limits)) await endInvitations(trx, id);
      return toResponse(await requireMember(trx, accountId, id), identityProvider !== null);
    });
  });

  serve(host, resetUserSignIn, async ({ body: { id }, caller, request }) => {
    const { user, actorName } = requireUser(caller);
    refuseResetBySandboxUser(caller, id);
    return await inTransaction(db, async (trx) => {
      const { name } = await requireSubordinate(trx, caller, id);
      await requireSubordinateElsewhere(trx, user, { userId: id, name, except: caller.accountId });
      await recordInOtherAccounts(trx, request, id);
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

/** Throws unless one of the members is an administrator. */
function requireAdministrator(members: readonly { roles: readonly string[] }[]): void {
  if (members.some(({ roles }) => roles.includes('administrator'))) return;
  throw new ServiceError(
    409,
    'The account needs at least one administrator. Make someone else an administrator first',
  );
}

function areSame(roles: readonly string[], others: readonly string[]): boolean {
  return new Set([...roles, ...others]).size === others.length && roles.length === others.length;
}

function toResponse(member: Member, hasProvider: boolean): User {
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
    has_group_roles: member.isFromGroups && hasProvider,
    invited_until: member.invitedUntil && writeIsoTime(member.invitedUntil),
    last_used_at: member.lastUsedAt && writeIsoTime(member.lastUsedAt),
    created_at: writeIsoTime(member.created_at),
    created_by: member.created_by,
  };
}
