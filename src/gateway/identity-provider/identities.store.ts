import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { addMs, type Clock, type Instant } from '#domain/time.ts';
import { emailKey, insertMembership, insertUser } from '../users/users.store.ts';
import type { Identity, Logout } from './identity-provider.ts';

type Who = Pick<Identity, 'issuer' | 'subject'>;

/** The user that signs in with the identity; undefined before the first time. A user who has left isn't one. */
export async function findUserOfIdentity(db: Kysely<Tables>, who: Who): Promise<string | undefined> {
  const row = await db
    .selectFrom('user_identities')
    .innerJoin('users', 'users.user_id', 'user_identities.user_id')
    .select('users.user_id')
    .where('user_identities.issuer', '=', who.issuer)
    .where('user_identities.subject', '=', who.subject)
    .where('users.left_at', 'is', null)
    .executeTakeFirst();
  return row?.user_id;
}

/** Whether the user can sign in with the identity provider. */
export async function hasIdentity(db: Kysely<Tables>, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('user_identities')
    .select('user_id')
    .where('user_id', '=', userId)
    .execute();
  return found.length > 0;
}

/** The user with the email address, who hasn't left. */
export async function findUserOfEmail(db: Kysely<Tables>, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('user_id')
    .where('email_key', '=', emailKey(email))
    .where('left_at', 'is', null)
    .executeTakeFirst();
  return row?.user_id;
}

/** From now on, the identity signs in as the user. */
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
}

/** Creates a user for an identity. Undefined if someone else has the email address. */
export async function insertUserOf(
  trx: Kysely<Tables>,
  { email, name }: { email: string; name: string },
  at: Instant,
): Promise<string | undefined> {
  const userId = `user_${randomBytes(12).toString('hex')}`;
  const user = { user_id: userId, name, email, created_at: at, created_by: null };
  return (await insertUser(trx, user)) ? userId : undefined;
}

/** The accounts that have a key for their users, the oldest first. */
export async function listUserAccounts(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db
    .selectFrom('account_keys')
    .select('account_id')
    .groupBy('account_id')
    .orderBy((key) => key.fn.min('added_at'))
    .execute();
  return rows.map(({ account_id: accountId }) => accountId);
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
  const membership = { user_id: userId, account_id: accountId, roles, updated_at: at, updated_by: null };
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

/** Ends the sessions that the provider's session, or all of the subject's, has opened. False for a token used before. */
export async function endSessionsOf(trx: Kysely<Tables>, logout: Logout, at: Instant): Promise<boolean> {
  const { issuer, subject, sid, id } = logout;
  const used = await trx
    .insertInto('used_logout_tokens')
    .values({ issuer, token_id: id, expires_at: addMs(at, REMEMBERED_MS) })
    .onConflict((conflict) => conflict.columns(['issuer', 'token_id']).doNothing())
    .returning('token_id')
    .execute();
  if (used.length === 0) return false;
  await trx
    .deleteFrom('sessions')
    .where('session_hash', 'in', (query) => {
      const opened = query
        .selectFrom('session_identities')
        .select('session_hash')
        .where('issuer', '=', issuer);
      const ofSubject = subject === null ? opened : opened.where('subject', '=', subject);
      return sid === null ? ofSubject : ofSubject.where('sid', '=', sid);
    })
    .execute();
  return true;
}

/** Forgets logout tokens that are too old to be used again. */
export function createLogoutTokenCleanup(db: Kysely<Tables>, now: Clock): () => Promise<void> {
  return async () => {
    await db.deleteFrom('used_logout_tokens').where('expires_at', '<=', now()).execute();
  };
}
