import { type Kysely, sql } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { addMs, type Clock, type Instant } from '#domain/time.ts';
import { emailKey, insertMembership, insertUser, newUserId } from '../users/users.store.ts';
import type { Identity, Logout } from './identity-provider.ts';

type Who = Pick<Identity, 'issuer' | 'subject'>;

/** The user of the identity, also one who has left; undefined before the first sign-in. */
export async function findUserOfIdentity(
  db: Kysely<Tables>,
  { issuer, subject }: Who,
): Promise<{ userId: string; hasLeft: boolean } | undefined> {
  const row = await db
    .selectFrom('user_identities')
    .innerJoin('users', 'users.user_id', 'user_identities.user_id')
    .select(['users.user_id', 'users.left_at'])
    .where('user_identities.issuer', '=', issuer)
    .where('user_identities.subject', '=', subject)
    .executeTakeFirst();
  return row && { userId: row.user_id, hasLeft: row.left_at !== null };
}

/** From now on, the identity signs in as the user. An open invitation ends: the user has joined. */
export async function linkIdentity(
  trx: Kysely<Tables>,
  { issuer, subject }: Who,
  userId: string,
  at: Instant,
): Promise<void> {
  const values = { user_id: userId, linked_at: at };
  await trx
    .insertInto('user_identities')
    .values({ issuer, subject, ...values })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet(values))
    .execute();
  await trx.deleteFrom('invitations').where('user_id', '=', userId).execute();
}

/** Whether somebody else of the same provider has signed in as the user. */
export async function hasOtherIdentity(
  db: Kysely<Tables>,
  { issuer, subject }: Who,
  userId: string,
): Promise<boolean> {
  const other = await db
    .selectFrom('user_identities')
    .select('subject')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .where('subject', '<>', subject)
    .executeTakeFirst();
  return other !== undefined;
}

/** Keeps a user whom an administrator removes from an account out of it, whatever the groups say. */
export async function keepOut(trx: Kysely<Tables>, { userId, accountId }: Of): Promise<void> {
  await trx
    .insertInto('removed_identities')
    .columns(['issuer', 'subject', 'account_id'])
    .expression((query) =>
      query
        .selectFrom('user_identities')
        .select(['issuer', 'subject', sql.val(accountId).as('account_id')])
        .where('user_id', '=', userId),
    )
    .onConflict((conflict) => conflict.columns(['issuer', 'subject', 'account_id']).doNothing())
    .execute();
  // The user may sign in with the provider only afterward.
  await trx
    .insertInto('removed_emails')
    .columns(['email_key', 'account_id'])
    .expression((query) =>
      query
        .selectFrom('users')
        .select(['email_key', sql.val(accountId).as('account_id')])
        .where('user_id', '=', userId),
    )
    .onConflict((conflict) => conflict.columns(['email_key', 'account_id']).doNothing())
    .execute();
}

/** Who somebody is at the provider, and the email address that the provider has verified. */
type Person = Who & Pick<Identity, 'email'>;

/** The accounts whose administrators have removed the identity, or a user with its email address. */
export async function listRemovals(
  db: Kysely<Tables>,
  { issuer, subject, email }: Person,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('removed_identities')
    .select('account_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .unionAll((also) =>
      also
        .selectFrom('removed_emails')
        .select('account_id')
        .where('email_key', '=', email === null ? '' : emailKey(email)),
    )
    .execute();
  return new Set(rows.map(({ account_id: accountId }) => accountId));
}

/** Forgets that an administrator has removed the identity, who was invited again since. */
export async function forgetRemoval(
  trx: Kysely<Tables>,
  { issuer, subject, email }: Person,
  accountId: string,
): Promise<void> {
  await trx
    .deleteFrom('removed_emails')
    .where('email_key', '=', email === null ? '' : emailKey(email))
    .where('account_id', '=', accountId)
    .execute();
  await trx
    .deleteFrom('removed_identities')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('account_id', '=', accountId)
    .execute();
}

/** Forgets who the user is at the provider. */
export async function deleteIdentitiesOf(trx: Kysely<Tables>, userId: string): Promise<void> {
  await trx.deleteFrom('user_identities').where('user_id', '=', userId).execute();
}

/** Creates a user for an identity with an email address that no other user has. */
export async function insertUserOf(
  trx: Kysely<Tables>,
  { email, name }: { email: string; name: string },
  at: Instant,
): Promise<string> {
  const userId = newUserId();
  const user = { user_id: userId, name, email, created_at: at, created_by: null };
  if (!(await insertUser(trx, user))) throw new Error('Someone else was given the email address meanwhile.');
  return userId;
}

type Profile = { name: string; email: string };

export async function findProfile(db: Kysely<Tables>, userId: string): Promise<Profile> {
  return await db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** No other user may have the email address. */
export async function updateProfile(
  trx: Kysely<Tables>,
  userId: string,
  { name, email }: Profile,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ name, email, email_key: emailKey(email) })
    .where('user_id', '=', userId)
    .execute();
}

type Of = { userId: string; accountId: string };

export async function isFromGroups(db: Kysely<Tables>, { userId, accountId }: Of): Promise<boolean> {
  const row = await db
    .selectFrom('group_memberships')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes that the groups decide about a membership from now on. */
export async function markFromGroups(trx: Kysely<Tables>, { userId, accountId }: Of): Promise<void> {
  await trx
    .insertInto('group_memberships')
    .values({ user_id: userId, account_id: accountId })
    .onConflict((conflict) => conflict.columns(['user_id', 'account_id']).doNothing())
    .execute();
}

export async function insertGroupMembership(
  trx: Kysely<Tables>,
  { userId, accountId }: Of,
  roles: readonly string[],
  at: Instant,
): Promise<void> {
  const times = { created_at: at, updated_at: at };
  const membership = { user_id: userId, account_id: accountId, roles, ...times, updated_by: null };
  await insertMembership(trx, membership);
  await markFromGroups(trx, { userId, accountId });
}

/** Notes which session of the provider has opened a session. */
export async function noteSessionIdentity(
  db: Kysely<Tables>,
  sessionHash: string,
  { issuer, subject, sid }: Who & Pick<Identity, 'sid'>,
): Promise<void> {
  await db
    .insertInto('session_identities')
    .values({ session_hash: sessionHash, issuer, subject, sid })
    .execute();
}

/** A logout token is worth nothing after two minutes; it is remembered for longer. */
const REMEMBERED_MS = 10 * 60_000;

/** The sessions of a user that a logout has ended. */
export type EndedSessions = { userId: string; accountId: string; count: number };

/**
 * Ends the sessions that the provider's session, or all of the subject's, has opened. Undefined for a token that was used
 * before.
 */
export async function endSessionsOf(
  trx: Kysely<Tables>,
  { issuer, subject, sid, id }: Logout,
  at: Instant,
): Promise<EndedSessions[] | undefined> {
  const used = await trx
    .insertInto('used_logout_tokens')
    .values({ issuer, token_id: id, expires_at: addMs(at, REMEMBERED_MS) })
    .onConflict((conflict) => conflict.columns(['issuer', 'token_id']).doNothing())
    .returning('token_id')
    .execute();
  if (used.length === 0) return undefined;
  const rows = await trx
    .deleteFrom('sessions')
    .where('session_hash', 'in', (query) => {
      const opened = query
        .selectFrom('session_identities')
        .select('session_hash')
        .where('issuer', '=', issuer);
      const ofSubject = subject === null ? opened : opened.where('subject', '=', subject);
      return sid === null ? ofSubject : ofSubject.where('sid', '=', sid);
    })
    .returning(['user_id', 'account_id'])
    .execute();
  const ended = new Map<string, EndedSessions>();
  for (const { user_id: userId, account_id: accountId } of rows) {
    if (userId === null) continue;
    const key = `${accountId} ${userId}`;
    const { count } = ended.get(key) ?? { count: 0 };
    ended.set(key, { userId, accountId, count: count + 1 });
  }
  return [...ended.values()];
}

/** Forgets logout tokens that are too old to be used again. */
export function createLogoutTokenCleanup(db: Kysely<Tables>, now: Clock): () => Promise<void> {
  return async () => {
    await db.deleteFrom('used_logout_tokens').where('expires_at', '<=', now()).execute();
  };
}
