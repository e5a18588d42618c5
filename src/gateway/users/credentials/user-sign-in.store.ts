import { type Kysely, sql } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { Clock, Instant } from '#domain/time.ts';
import type { KeyCipher } from '../../sessions/key-cipher.ts';
import type { SignedInUser } from '../../sessions/sessions.ts';
import { type AccountKeyInUse, findAccountKey } from '../account-keys.ts';
import { grantsOf } from '../grants.ts';
import { hashOfToken } from '../../tokens.ts';
import { sandboxUserIds } from '../sandbox-users.ts';

/** A user who may sign in to an account. */
export type Member = {
  user: SignedInUser;
  emailKey: string;
  accountId: string;
  key: AccountKeyInUse | undefined;
};

/** The user in an account, or, without one and where the user isn't a member of it, in the first. Undefined for one who has left. */
export async function findMember(
  db: Kysely<Tables>,
  cipher: KeyCipher,
  { userId, accountId }: { userId: string; accountId: string | undefined },
): Promise<Member | undefined> {
  const row = await db
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.user_id', 'users.user_id')
    .select([
      'users.name',
      'users.email',
      'users.email_key',
      'memberships.account_id',
      'memberships.roles',
      'memberships.limits',
    ])
    .where('users.user_id', '=', userId)
    .where('users.left_at', 'is', null)
    .orderBy(sql`memberships.account_id = ${accountId ?? ''}`, 'desc')
    .orderBy('memberships.created_at')
    .orderBy('memberships.account_id')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    user: { id: userId, name: row.name, email: row.email, ...grantsOf(row) },
    emailKey: row.email_key,
    accountId: row.account_id,
    key: await findAccountKey(db, cipher, row.account_id),
  };
}

/** Users of the sandbox count once they have set up how to sign in, because they need nothing for that. */
export async function hasUsers(db: Kysely<Tables>): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('user_id')
    .where('left_at', 'is', null)
    .where((where) =>
      where.or([
        where('user_id', 'not in', sandboxUserIds),
        ...(['user_passwords', 'user_passkeys', 'user_identities'] as const).map((ways) =>
          where('user_id', 'in', where.selectFrom(ways).select('user_id')),
        ),
      ]),
    )
    .limit(1)
    .execute();
  return found.length > 0;
}

/** The user of an email address and the hash of the user's password; undefined for one who can't sign in. */
export async function findByEmail(
  db: Kysely<Tables>,
  emailKey: string,
): Promise<{ userId: string; hash: string | undefined } | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('user_passwords', 'user_passwords.user_id', 'users.user_id')
    .select(['users.user_id', 'user_passwords.hash'])
    .where('users.email_key', '=', emailKey)
    .where('users.left_at', 'is', null)
    .where((where) =>
      where.exists(
        where
          .selectFrom('memberships')
          .select('memberships.user_id')
          .whereRef('memberships.user_id', '=', 'users.user_id'),
      ),
    )
    .executeTakeFirst();
  return row && { userId: row.user_id, hash: row.hash ?? undefined };
}

export async function replaceStoredPassword(
  trx: Kysely<Tables>,
  { userId, hash, at }: { userId: string; hash: string; at: Instant },
): Promise<void> {
  const values = { hash, changed_at: at };
  await trx
    .insertInto('user_passwords')
    .values({ ...values, user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

export type Invitation = { userId: string; name: string; email: string; expiresAt: Instant };

/** Undefined for an invitation that is unknown, used or expired, or whose user has left. */
export async function findInvitation(
  db: Kysely<Tables>,
  token: string,
  at: Instant,
): Promise<Invitation | undefined> {
  const row = await db
    .selectFrom('invitations')
    .innerJoin('users', 'users.user_id', 'invitations.user_id')
    .select(['users.user_id', 'users.name', 'users.email', 'invitations.expires_at'])
    .where('invitations.token_hash', '=', hashOfToken(token))
    .where('invitations.expires_at', '>', at)
    .where('users.left_at', 'is', null)
    .executeTakeFirst();
  return row && { userId: row.user_id, name: row.name, email: row.email, expiresAt: row.expires_at };
}

/** Uses an invitation up. False when another request was first. */
export async function takeInvitation(trx: Kysely<Tables>, token: string, at: Instant): Promise<boolean> {
  const taken = await trx
    .deleteFrom('invitations')
    .where('token_hash', '=', hashOfToken(token))
    .where('expires_at', '>', at)
    .returning('user_id')
    .execute();
  return taken.length > 0;
}

/** Deletes invitations that nobody used. */
export function createInvitationCleanup(db: Kysely<Tables>, now: Clock): () => Promise<void> {
  return async () => {
    await db.deleteFrom('invitations').where('expires_at', '<=', now()).execute();
  };
}
