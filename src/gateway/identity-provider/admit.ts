import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Instant } from '#domain/time.ts';
import { permissionsOfRoles } from '../users/roles.ts';
import { deleteMembership, findMember, lockMembers, type Member, updateRoles } from '../users/users.store.ts';
import { type GroupRoles, rolesOfGroups } from './group-roles.ts';
import {
  findUserOfEmail,
  findUserOfIdentity,
  insertGroupMembership,
  insertUserOf,
  isFromGroups,
  linkIdentity,
  listUserAccounts,
  markFromGroups,
} from './identities.store.ts';
import type { Identity } from './identity-provider.ts';

/** Why somebody whom the provider knows isn't let in. */
type Refusal = 'no-account' | 'no-role' | 'no-email';

type Admission = { userId: string } | { refusal: Refusal };

/**
 * Finds the user of an identity, or creates one, and brings the roles up to date with the groups. Whom no group lets in, and
 * who wasn't invited, is refused, and loses what groups have granted before. The account keeps an administrator.
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
    const userId = await findOrCreateUser(trx, identity, { mayCreate: roles.length > 0, at });
    if (userId === undefined) return { refusal: identity.email === null ? 'no-email' : 'no-role' };
    const of = { userId, accountId };
    const member = await findMember(trx, accountId, userId);
    if (roles.length > 0) {
      if (member === undefined) await insertGroupMembership(trx, of, roles, at);
      else await replaceRoles(trx, member, { accountId, roles, others, at });
      return { userId };
    }
    if (member === undefined) return { refusal: 'no-role' };
    if (!(await isFromGroups(trx, of))) return { userId };
    if (isLastAdministrator(userId, others)) return { userId };
    await deleteMembership(trx, { ...of, at });
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

async function findOrCreateUser(
  trx: Kysely<Tables>,
  identity: Identity,
  { mayCreate, at }: { mayCreate: boolean; at: Instant },
): Promise<string | undefined> {
  const linked = await findUserOfIdentity(trx, identity);
  if (linked !== undefined) return linked;
  // Without an address that the provider has verified, anybody could say to be anybody.
  const { email } = identity;
  if (email === null) return undefined;
  const known = await findUserOfEmail(trx, email);
  const userId =
    known ?? (mayCreate ? await insertUserOf(trx, { email, name: identity.name ?? email }, at) : undefined);
  if (userId !== undefined) await linkIdentity(trx, identity, userId, at);
  return userId;
}

type Replacement = {
  accountId: string;
  roles: readonly string[];
  others: readonly Administering[];
  at: Instant;
};
type Administering = { user_id: string; roles: readonly string[] };

async function replaceRoles(
  trx: Kysely<Tables>,
  member: Member,
  { accountId, roles, others, at }: Replacement,
): Promise<void> {
  const { user_id: userId } = member;
  const isSame = roles.length === member.roles.length && roles.every((role) => member.roles.includes(role));
  // Nobody could let anyone in any more.
  const wouldLockOut = !roles.includes('administrator') && isLastAdministrator(userId, others);
  if (wouldLockOut) return;
  await markFromGroups(trx, { userId, accountId });
  if (isSame) return;
  const change = { user_id: userId, account_id: accountId, roles, updated_at: at, updated_by: null };
  await updateRoles(trx, change, member.version);
}

function isLastAdministrator(userId: string, members: readonly Administering[]): boolean {
  const administrators = members.filter(({ roles }) => roles.includes('administrator'));
  return administrators.length === 1 && administrators[0]?.user_id === userId;
}
