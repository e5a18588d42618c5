import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Instant } from '#domain/time.ts';
import { recordProviderChange } from '../audit-log/record-done.ts';
import { listUserAccounts } from '../users/account-keys.ts';
import { permissionsOfRoles } from '../users/roles.ts';
import { deleteMembership, findMember, lockMembers, type Member, updateRoles } from '../users/users.store.ts';
import { type GroupRoles, rolesOfGroups } from './group-roles.ts';
import {
  deleteIdentitiesOf,
  findUserOfEmail,
  findUserOfIdentity,
  insertGroupMembership,
  insertUserOf,
  isFromGroups,
  linkIdentity,
  markFromGroups,
} from './identities.store.ts';
import type { Identity } from './identity-provider.ts';

/** Why somebody whom the provider knows isn't let in. */
type Refusal = 'no-account' | 'no-role' | 'no-email' | 'removed';

type Admission = { userId: string } | { refusal: Refusal };

/** Where and when somebody comes, and with which roles. */
type Coming = { accountId: string; identity: Identity; roles: readonly string[]; at: Instant };

/**
 * Finds or creates the user of an identity, and brings the roles up to date with the groups. Refuses people whom no group lets
 * in and nobody invited, and takes away what groups granted them before. Refuses people whom an administrator removed until
 * they are invited again. The account keeps an administrator. The activity log records every change.
 */
export async function admit(
  db: Kysely<Tables>,
  identity: Identity,
  groupRoles: GroupRoles,
  at: Instant,
): Promise<Admission> {
  return await inTransaction(db, async (trx) => {
    const [accountId] = await listUserAccounts(trx);
    if (accountId === undefined) return { refusal: 'no-account' };
    const others = await lockMembers(trx, accountId);
    const roles = await knownRoles(trx, accountId, rolesOfGroups(identity.groups, groupRoles));
    const coming = { accountId, identity, roles, at };
    const found = await findOrCreateUser(trx, coming);
    if ('refusal' in found) return found;
    const { userId } = found;
    const member = await findMember(trx, accountId, userId);
    if (member === undefined) {
      if (roles.length === 0) return { refusal: 'no-role' };
      await addMember(trx, coming, userId);
      return { userId };
    }
    if (roles.length > 0) {
      await replaceRoles(trx, coming, { member, others });
      return { userId };
    }
    if (!(await isFromGroups(trx, { userId, accountId })) || isLastAdministrator(userId, others)) {
      return { userId };
    }
    await removeMember(trx, coming, member);
    return { refusal: 'no-role' };
  });
}

/** Roles that the account doesn't have any more, or never had, grant nothing. */
async function knownRoles(
  trx: Kysely<Tables>,
  accountId: string,
  roles: readonly string[],
): Promise<string[]> {
  const known: string[] = [];
  for (const role of roles) {
    if ((await permissionsOfRoles(trx, accountId, [role])).size > 0) known.push(role);
  }
  return known;
}

async function findOrCreateUser(trx: Kysely<Tables>, { identity, roles, at }: Coming): Promise<Admission> {
  const linked = await findUserOfIdentity(trx, identity);
  if (linked?.hasLeft === false) return { userId: linked.userId };
  // Without an address that the provider has verified, anybody could claim to be anybody.
  const { email, name } = identity;
  if (email === null) return { refusal: 'no-email' };
  const known = await findUserOfEmail(trx, email);
  // The provider’s groups may never learn that an administrator removed somebody.
  if (known === undefined && linked?.hasLeft === true) return { refusal: 'removed' };
  if (known === undefined && roles.length === 0) return { refusal: 'no-role' };
  const userId = known ?? (await insertUserOf(trx, { email, name: name ?? email }, at));
  await linkIdentity(trx, identity, userId, at);
  return { userId };
}

async function addMember(
  trx: Kysely<Tables>,
  { accountId, identity: { name, email }, roles, at }: Coming,
  userId: string,
): Promise<void> {
  await insertGroupMembership(trx, { userId, accountId }, roles, at);
  const details = { name, email, roles };
  await recordProviderChange(trx, { at, operation: 'addUser', accountId, subject: userId, details });
}

async function removeMember(
  trx: Kysely<Tables>,
  { accountId, at }: Coming,
  { user_id: userId, name }: Member,
): Promise<void> {
  await deleteMembership(trx, { accountId, userId, at });
  // A group may let the same person in again, as a new user.
  await deleteIdentitiesOf(trx, userId);
  const details = { name };
  await recordProviderChange(trx, { at, operation: 'removeUser', accountId, subject: userId, details });
}

type Administering = { user_id: string; roles: readonly string[] };

async function replaceRoles(
  trx: Kysely<Tables>,
  { accountId, roles, at }: Coming,
  { member, others }: { member: Member; others: readonly Administering[] },
): Promise<void> {
  const { user_id: userId, name } = member;
  // Nobody could let anyone in any more.
  if (!roles.includes('administrator') && isLastAdministrator(userId, others)) return;
  await markFromGroups(trx, { userId, accountId });
  const isSame = roles.length === member.roles.length && roles.every((role) => member.roles.includes(role));
  if (isSame) return;
  const change = { user_id: userId, account_id: accountId, roles, updated_at: at, updated_by: null };
  await updateRoles(trx, change, member.version);
  const details = { name, roles };
  await recordProviderChange(trx, { at, operation: 'changeUserRoles', accountId, subject: userId, details });
}

function isLastAdministrator(userId: string, members: readonly Administering[]): boolean {
  const administrators = members.filter(({ roles }) => roles.includes('administrator'));
  return administrators.length === 1 && administrators[0]?.user_id === userId;
}
