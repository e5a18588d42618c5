import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { isLimited, type Limits } from '#contract/gateway/limits.ts';
import type { Tables } from '#database/tables.ts';
import type { MembershipsTable, UsersTable } from '#database/user-tables.ts';
import { stringifyJson } from '#domain/json.ts';
import type { Instant } from '#domain/time.ts';
import { grantsOf, type Grants } from './grants.ts';

/** The ID of a user who is created now. */
export function newUserId(): string {
  return `user_${randomBytes(12).toString('hex')}`;
}

/** False when the email address already belongs to a user. */
export async function insertUser(
  db: Kysely<Tables>,
  user: Omit<UsersTable, 'email_key' | 'left_at'>,
): Promise<boolean> {
  const inserted = await db
    .insertInto('users')
    .values({ ...user, email_key: emailKey(user.email), left_at: null })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('user_id')
    .execute();
  return inserted.length > 0;
}

/** An email address as addresses are compared. */
export function emailKey(email: string): string {
  return email.normalize('NFC').toLowerCase();
}

type NewMembership = Omit<MembershipsTable, 'roles' | 'limits' | 'version' | 'last_used_at'> & {
  roles: readonly string[];
  /** Left out: none for a new membership, and those that it has for another one. */
  limits?: Limits | undefined;
};

export async function insertMembership(
  db: Kysely<Tables>,
  { roles, limits, ...membership }: NewMembership,
): Promise<void> {
  await db
    .insertInto('memberships')
    .values({
      ...membership,
      roles: stringifyJson([...roles]),
      limits: limits === undefined ? null : writtenLimits(limits),
      version: 1,
    })
    .execute();
}

/** Undefined when the membership is not, or no longer, of that version. */
export async function updateRoles(
  db: Kysely<Tables>,
  { user_id, account_id, roles, limits, updated_at, updated_by }: Omit<NewMembership, 'created_at'>,
  version: number,
): Promise<boolean> {
  const updated = await db
    .updateTable('memberships')
    .set({
      roles: stringifyJson([...roles]),
      ...(limits !== undefined && { limits: writtenLimits(limits) }),
      version: version + 1,
      updated_at,
      updated_by,
    })
    .where('user_id', '=', user_id)
    .where('account_id', '=', account_id)
    .where('version', '=', version)
    .returning('user_id')
    .execute();
  return updated.length > 0;
}

function writtenLimits({ networks, wallet_tags }: Limits): string | null {
  return isLimited({ networks, wallet_tags }) ? stringifyJson({ networks, wallet_tags }) : null;
}

/** A user of an account. */
export type Member = Pick<UsersTable, 'user_id' | 'name' | 'email' | 'created_at' | 'created_by'> &
  Grants & {
    version: number;
    hasPassword: boolean;
    passkeys: number;
    /** Whether the user has signed in with the identity provider. */
    hasIdentity: boolean;
    /** When the user's open invitation ends; null without one. */
    invitedUntil: Instant | null;
    /** Whether groups of the identity provider grant the membership. */
    isFromGroups: boolean;
    /** When the user was last in the account; null: never. */
    lastUsedAt: Instant | null;
  };

/** By name. */
export async function listMembers(db: Kysely<Tables>, accountId: string): Promise<Member[]> {
  return (await members(db, accountId).orderBy('users.name').orderBy('users.user_id').execute()).map(
    toMember,
  );
}

export async function findMember(
  db: Kysely<Tables>,
  accountId: string,
  userId: string,
): Promise<Member | undefined> {
  const row = await members(db, accountId).where('users.user_id', '=', userId).executeTakeFirst();
  return row && toMember(row);
}

const members = (db: Kysely<Tables>, accountId: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.user_id', 'memberships.user_id')
    .where('memberships.account_id', '=', accountId)
    .select([
      'users.user_id',
      'users.name',
      'users.email',
      'users.created_at',
      'users.created_by',
      'memberships.roles',
      'memberships.limits',
      'memberships.version',
      'memberships.last_used_at',
    ])
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom('user_passwords')
            .select(sql.lit(1).as('one'))
            .whereRef('user_passwords.user_id', '=', 'users.user_id'),
        )
        .as('has_password'),
      eb
        .exists(
          eb
            .selectFrom('user_identities')
            .select(sql.lit(1).as('one'))
            .whereRef('user_identities.user_id', '=', 'users.user_id'),
        )
        .as('has_identity'),
      eb
        .selectFrom('user_passkeys')
        .select((of) => of.fn.countAll<number>().as('passkeys'))
        .whereRef('user_passkeys.user_id', '=', 'users.user_id')
        .as('passkeys'),
      eb
        .selectFrom('invitations')
        .select((of) => of.fn.max('expires_at').as('until'))
        .whereRef('invitations.user_id', '=', 'users.user_id')
        .as('invited_until'),
      eb
        .exists(
          eb
            .selectFrom('group_memberships')
            .select(sql.lit(1).as('one'))
            .whereRef('group_memberships.user_id', '=', 'memberships.user_id')
            .whereRef('group_memberships.account_id', '=', 'memberships.account_id'),
        )
        .as('is_from_groups'),
    ]);

type MemberRow = Awaited<ReturnType<ReturnType<typeof members>['execute']>>[number];

function toMember({
  has_password,
  has_identity,
  is_from_groups,
  invited_until,
  last_used_at,
  passkeys,
  roles,
  limits,
  ...row
}: MemberRow): Member {
  return {
    ...row,
    ...grantsOf({ roles, limits }),
    hasPassword: Boolean(has_password),
    passkeys: passkeys ?? 0,
    hasIdentity: Boolean(has_identity),
    isFromGroups: Boolean(is_from_groups),
    invitedUntil: invited_until,
    lastUsedAt: last_used_at,
  };
}

/** Whether an administrator of the account has joined, and so can let others in. */
export async function hasAdministrator(db: Kysely<Tables>, accountId: string): Promise<boolean> {
  const all = await listMembers(db, accountId);
  return all.some((member) => member.roles.includes('administrator') && hasJoined(member));
}

/** Ends the open links of a user who is given more than they were made for: who has such a link isn't known. */
export async function endInvitations(trx: Kysely<Tables>, userId: string): Promise<void> {
  await trx.deleteFrom('invitations').where('user_id', '=', userId).execute();
}

/** Whether a user has a way to sign in: before that, only the invitation opens the console. */
export function hasJoined({ passkeys, hasPassword, hasIdentity }: Member): boolean {
  return passkeys > 0 || hasPassword || hasIdentity;
}

/** The user with an email address who hasn't left. */
export async function findUserByEmail(db: Kysely<Tables>, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('user_id')
    .where('email_key', '=', emailKey(email))
    .where('left_at', 'is', null)
    .executeTakeFirst();
  return row?.user_id;
}

/** The accounts of a user, with what the membership of each grants. */
export async function listMembershipsOf(
  db: Kysely<Tables>,
  userId: string,
): Promise<(Grants & { accountId: string })[]> {
  const rows = await db
    .selectFrom('memberships')
    .select(['account_id', 'roles', 'limits'])
    .where('user_id', '=', userId)
    .orderBy('account_id')
    .execute();
  return rows.map((row) => Object.assign(grantsOf(row), { accountId: row.account_id }));
}

/** The same for a user, in whichever accounts. */
export async function hasUserJoined(db: Kysely<Tables>, userId: string): Promise<boolean> {
  const [any] = await listMembershipsOf(db, userId);
  const member = any && (await findMember(db, any.accountId, userId));
  return member !== undefined && hasJoined(member);
}

type Membership = Pick<UsersTable, 'user_id' | 'name' | 'email'> &
  Grants & { account_id: string; /** In the console. */ account_name: string | null; version: number };

/** The members of all accounts, by name and account; or only those with an email address. */
export async function listAllMembers(db: Kysely<Tables>, email?: string): Promise<Membership[]> {
  let rows = db
    .selectFrom('memberships')
    .innerJoin('users', 'users.user_id', 'memberships.user_id')
    .leftJoin('user_accounts', 'user_accounts.account_id', 'memberships.account_id')
    .select(['users.user_id', 'users.name', 'users.email', 'roles', 'limits', 'version'])
    .select(['memberships.account_id', 'user_accounts.name as account_name'])
    .orderBy('users.name')
    .orderBy('users.user_id')
    .orderBy('memberships.account_id');
  if (email !== undefined) rows = rows.where('email_key', '=', emailKey(email));
  return (await rows.execute()).map((row) => Object.assign(row, grantsOf(row)));
}

/** The account's members, locked until the transaction ends: the last administrator isn't removed by two at once. */
export async function lockMembers(
  trx: Kysely<Tables>,
  accountId: string,
): Promise<{ user_id: string; roles: string[] }[]> {
  const rows = await trx
    .selectFrom('memberships')
    .select(['user_id', 'roles', 'limits'])
    .where('account_id', '=', accountId)
    .orderBy('user_id')
    .forUpdate()
    .execute();
  return rows.map((row) => ({ user_id: row.user_id, roles: grantsOf(row).roles }));
}

/**
 * Ends all sessions of a user, and removes every way in which the user signs in here. The identity provider still vouches for
 * the user.
 */
export async function deleteSignInOf(db: Kysely<Tables>, userId: string): Promise<void> {
  for (const table of [
    'sessions',
    'user_devices',
    'user_passwords',
    'user_totp',
    'user_passkeys',
    'recovery_codes',
    'invitations',
    'sign_in_challenges',
  ] as const) {
    await db.deleteFrom(table).where('user_id', '=', userId).execute();
  }
}

/** Deletes users of an account who have never joined, and so have done nothing. In other accounts they stay. */
export async function deleteUnjoined(
  db: Kysely<Tables>,
  accountId: string,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  await db
    .deleteFrom('memberships')
    .where('account_id', '=', accountId)
    .where('user_id', 'in', userIds)
    .execute();
  await db
    .deleteFrom('users')
    .where('user_id', 'in', userIds)
    .where('user_id', 'not in', (from) => from.selectFrom('memberships').select('user_id'))
    .execute();
}

/**
 * Ends a membership, with the sessions that were opened in the account. A user without any other account has left; other
 * sessions are refused in this one from now on.
 */
export async function deleteMembership(
  db: Kysely<Tables>,
  { accountId, userId, at }: { accountId: string; userId: string; at: Instant },
): Promise<void> {
  await db
    .deleteFrom('memberships')
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .execute();
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('account_id', '=', accountId).execute();
  const others = await db
    .selectFrom('memberships')
    .select('account_id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  if (others !== undefined) return;
  await deleteSignInOf(db, userId);
  // The address is free again: somebody who comes back is a new user.
  await db
    .updateTable('users')
    .set({ left_at: at, email_key: sql<string>`user_id` })
    .where('user_id', '=', userId)
    .execute();
}
