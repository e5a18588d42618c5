import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Instant } from '#domain/time.ts';
import { recordProviderChange } from '../audit-log/record-done.ts';
import { listUserAccounts } from '../users/account-keys.ts';
import {
  deleteMembership,
  deleteSignInOf,
  endInvitations,
  findMember,
  findUserByEmail,
  hasUserJoined,
  listMembershipsOf,
  lockMembers,
  type Member,
  updateRoles,
} from '../users/users.store.ts';
import type { GroupRoles } from './group-roles.ts';
import {
  deleteIdentitiesOf,
  hasOtherIdentity,
  findProfile,
  findUserOfIdentity,
  forgetRemoval,
  insertGroupMembership,
  insertUserOf,
  isFromGroups,
  linkIdentity,
  listRemovals,
  markFromGroups,
  updateProfile,
} from './identities.store.ts';
import type { Identity } from './identity-provider.ts';
import { type NamedAccounts, resolveGrants, type Warning } from './resolve-grants.ts';

/** Why somebody whom the provider knows isn't let in. */
export type Refusal = 'no-account' | 'no-role' | 'no-email' | 'removed' | 'other-person';

type Admission = { userId: string } | { refusal: Refusal };

/** Whom the provider says somebody is, and when. */
type Coming = { identity: Identity; at: Instant };

/** What decides who gets in: what groups grant, and the accounts that the wallet service has, as `NamedAccounts` says. */
type Rules = { groupRoles: GroupRoles } & Pick<NamedAccounts, 'serviceAccounts'>;

/** An account, the roles that groups grant there, its members, and whether its administrator removed the identity. */
type Place = {
  accountId: string;
  roles: readonly string[];
  others: readonly Administering[];
  isRemoved: boolean;
};

/**
 * Finds or creates the user of an identity, and brings the roles in each account up to date with the groups, and the name and
 * email address with the provider. Refuses people whom no group lets in and nobody invited, and takes away what groups granted
 * them before. Keeps people whom an administrator removed out of the account until they are invited again. Each account keeps
 * an administrator. The activity log records every change; the warnings are for the server's log.
 */
export async function admit(
  db: Kysely<Tables>,
  identity: Identity,
  { groupRoles, serviceAccounts }: Rules,
  at: Instant,
): Promise<{ admission: Admission; warnings: readonly Warning[] }> {
  return await inTransaction(db, async (trx) => {
    const grants = identity.groups.flatMap((group) => groupRoles.get(group) ?? []);
    const accounts = await listUserAccounts(trx);
    const { roles, warnings } = await resolveGrants(trx, { accounts, serviceAccounts }, grants);
    const members = new Map<string, readonly Administering[]>();
    for (const { id: accountId } of accounts) members.set(accountId, await lockMembers(trx, accountId));
    // Not before: an administrator may be removing somebody at this moment.
    const removals = await listRemovals(trx, identity);
    const places = accounts.map(({ id: accountId }): Place => {
      const others = members.get(accountId) ?? [];
      return { accountId, roles: roles.get(accountId) ?? [], others, isRemoved: removals.has(accountId) };
    });
    const coming = { identity, at };
    const admission = await admitTo(trx, coming, places);
    if ('refusal' in admission) return { admission, warnings };
    const profile = await takeOverProfile(trx, coming, admission.userId);
    return { admission, warnings: [...warnings, ...profile] };
  });
}

async function admitTo(trx: Kysely<Tables>, coming: Coming, places: readonly Place[]): Promise<Admission> {
  if (places.length === 0) return { refusal: 'no-account' };
  const found = await findOrCreateUser(trx, coming, places);
  if ('refusal' in found) return found;
  const { userId } = found;
  // Grants first: whoever loses the last membership has left.
  for (const place of places.toSorted((a, b) => Number(b.roles.length > 0) - Number(a.roles.length > 0))) {
    await followGroups(trx, coming, place, userId);
  }
  return (await listMembershipsOf(trx, userId)).length > 0 ? { userId } : { refusal: 'no-role' };
}

async function findOrCreateUser(
  trx: Kysely<Tables>,
  { identity, at }: Coming,
  places: readonly Place[],
): Promise<Admission> {
  const linked = await findUserOfIdentity(trx, identity);
  if (linked?.hasLeft === false) return { userId: linked.userId };
  // Without an address that the provider has verified, anybody could claim to be anybody.
  const { email, name } = identity;
  if (email === null) return { refusal: 'no-email' };
  const known = await findUserByEmail(trx, email);
  if (known === undefined && !places.some(({ roles, isRemoved }) => roles.length > 0 && !isRemoved)) {
    // The provider’s groups may never learn that an administrator removed somebody.
    return { refusal: places.some(({ isRemoved }) => isRemoved) ? 'removed' : 'no-role' };
  }
  if (known !== undefined) {
    // A mailbox may have been given to another person.
    if (await hasOtherIdentity(trx, identity, known)) return { refusal: 'other-person' };
    await takeOverSignIn(trx, known, at);
  }
  const userId = known ?? (await insertUserOf(trx, { email, name: name ?? email }, at));
  await linkIdentity(trx, identity, userId, at);
  return { userId };
}

/**
 * Ends every other way in which somebody signs in as the user, and all sessions: whoever set them up may not be the person whom
 * the provider has just recognized, and what groups grant to the one must not be the other's.
 */
async function takeOverSignIn(trx: Kysely<Tables>, userId: string, at: Instant): Promise<void> {
  const isNew = !(await hasUserJoined(trx, userId));
  await deleteSignInOf(trx, userId);
  if (isNew) return;
  const { name, email } = await findProfile(trx, userId);
  for (const { accountId } of await listMembershipsOf(trx, userId)) {
    const operation = 'resetUserSignIn';
    await recordProviderChange(trx, { at, operation, accountId, subject: userId, details: { name, email } });
  }
}

/** Brings the user's membership of an account up to date with the groups. */
async function followGroups(
  trx: Kysely<Tables>,
  coming: Coming,
  place: Place,
  userId: string,
): Promise<void> {
  const { accountId, roles, others, isRemoved } = place;
  const member = await findMember(trx, accountId, userId);
  if (member === undefined) {
    if (roles.length > 0 && !isRemoved) await addMember(trx, coming, place, userId);
    return;
  }
  if (isRemoved) await forgetRemoval(trx, coming.identity, accountId);
  if (roles.length > 0) {
    await replaceRoles(trx, coming, place, member);
  } else if ((await isFromGroups(trx, { userId, accountId })) && !isLastAdministrator(userId, others)) {
    await removeMember(trx, coming, place, member);
  }
}

/** Takes over the name and the email address that the provider has, except for an address of another user. */
async function takeOverProfile(
  trx: Kysely<Tables>,
  { identity, at }: Coming,
  userId: string,
): Promise<Warning[]> {
  const { name, email } = await findProfile(trx, userId);
  const other = identity.email === null ? undefined : await findUserByEmail(trx, identity.email);
  const isTaken = other !== undefined && other !== userId;
  const next = {
    name: identity.name ?? name,
    email: isTaken ? email : (identity.email ?? email),
  };
  const details = {
    name,
    email,
    ...(next.name !== name && { new_name: next.name }),
    ...(next.email !== email && { new_email: next.email }),
  };
  if (next.name !== name || next.email !== email) {
    await updateProfile(trx, userId, next);
    const operation = 'changeUserProfile';
    for (const { accountId } of await listMembershipsOf(trx, userId)) {
      await recordProviderChange(trx, { at, operation, accountId, subject: userId, details });
    }
  }
  const message =
    'a user keeps the former email address: another user has the email address of the identity provider';
  return isTaken ? [{ message, userId }] : [];
}

async function addMember(
  trx: Kysely<Tables>,
  { identity: { name, email }, at }: Coming,
  { accountId, roles }: Place,
  userId: string,
): Promise<void> {
  await endInvitations(trx, userId);
  await insertGroupMembership(trx, { userId, accountId }, roles, at);
  const details = { name, email, roles };
  await recordProviderChange(trx, { at, operation: 'addUser', accountId, subject: userId, details });
}

async function removeMember(
  trx: Kysely<Tables>,
  { at }: Coming,
  { accountId }: Place,
  { user_id: userId, name }: Member,
): Promise<void> {
  await deleteMembership(trx, { accountId, userId, at });
  // A group may let the same person in again, as a new user.
  if ((await listMembershipsOf(trx, userId)).length === 0) await deleteIdentitiesOf(trx, userId);
  const details = { name };
  await recordProviderChange(trx, { at, operation: 'removeUser', accountId, subject: userId, details });
}

type Administering = { user_id: string; roles: readonly string[] };

async function replaceRoles(
  trx: Kysely<Tables>,
  { at }: Coming,
  { accountId, roles, others }: Place,
  member: Member,
): Promise<void> {
  const { user_id: userId, name } = member;
  // Nobody could let anyone in any more.
  if (!roles.includes('administrator') && isLastAdministrator(userId, others)) return;
  await markFromGroups(trx, { userId, accountId });
  const isSame = roles.length === member.roles.length && roles.every((role) => member.roles.includes(role));
  if (isSame) return;
  const change = { user_id: userId, account_id: accountId, roles, updated_at: at, updated_by: null };
  await endInvitations(trx, userId);
  await updateRoles(trx, change, member.version);
  const details = { name, roles };
  await recordProviderChange(trx, { at, operation: 'changeUserRoles', accountId, subject: userId, details });
}

function isLastAdministrator(userId: string, members: readonly Administering[]): boolean {
  const administrators = members.filter(({ roles }) => roles.includes('administrator'));
  return administrators.length === 1 && administrators[0]?.user_id === userId;
}
