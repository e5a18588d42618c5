import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { prepare } from '#database/preparing-client.ts';
import type { SessionsTable, Tables } from '#database/tables.ts';
import type { Instant } from '#domain/time.ts';

export async function insertSession(db: Kysely<Tables>, session: SessionsTable): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

/** A session and, of a user's, what it may do now: null without a membership, and after the user has left. */
export type StoredSession = SessionsTable & {
  /** The account of a user's request. */
  member_of: string | null;
  /** When the user was last in that account. */
  member_used_at: Instant | null;
  /** How many accounts the user has. */
  accounts: number | null;
  user_name: string | null;
  user_email: string | null;
  roles: unknown;
  limits: unknown;
  key_id: string | null;
  sealed_key: Buffer | null;
};

const sessionColumns = [
  'sessions.session_hash',
  'sessions.account_id',
  'sessions.encrypted_key',
  'sessions.user_id',
  'sessions.key_hash',
  'sessions.ip_address',
  'sessions.user_agent',
  'sessions.device_hash',
  'sessions.created_at',
  'sessions.last_used_at',
  'sessions.expires_at',
] as const satisfies `sessions.${keyof SessionsTable}`[];

/**
 * The session, in an account that its user asks for; where none is asked for, in the one that the user had first. In one
 * statement that is planned once: every request of a browser waits for it, and planning took most of its time.
 */
export async function findSession(
  db: Kysely<Tables>,
  sessionHash: string,
  accountId?: string,
): Promise<StoredSession | undefined> {
  return await db
    .selectFrom('sessions')
    .modifyFront(prepare)
    .leftJoin('users', (join) =>
      join.onRef('users.user_id', '=', 'sessions.user_id').on('users.left_at', 'is', null),
    )
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.user_id', '=', 'users.user_id')
        .on('memberships.account_id', '=', (from) =>
          accountId === undefined ? firstAccount(from) : from.val(accountId),
        ),
    )
    // The newest key takes the place of the others.
    .leftJoin('account_keys', (join) =>
      join
        .onRef('account_keys.account_id', '=', 'memberships.account_id')
        .on((on) =>
          on.not(
            on.exists(
              on
                .selectFrom('account_keys as newer')
                .select('newer.key_id')
                .whereRef('newer.account_id', '=', 'account_keys.account_id')
                .whereRef('newer.added_at', '>', 'account_keys.added_at'),
            ),
          ),
        ),
    )
    .select(sessionColumns)
    .select([
      'users.name as user_name',
      'users.email as user_email',
      'memberships.account_id as member_of',
      'memberships.last_used_at as member_used_at',
      'memberships.roles',
      'memberships.limits',
      'account_keys.key_id',
      'account_keys.sealed_key',
    ])
    .select((from) =>
      from
        .selectFrom('memberships as each')
        .select((each) => each.fn.countAll<number>().as('accounts'))
        .whereRef('each.user_id', '=', 'users.user_id')
        .as('accounts'),
    )
    .where('session_hash', '=', sessionHash)
    .executeTakeFirst();
}

function firstAccount(from: ExpressionBuilder<Tables, 'users'>) {
  return from
    .selectFrom('memberships as first')
    .select('first.account_id')
    .whereRef('first.user_id', '=', 'users.user_id')
    .orderBy('first.created_at')
    .orderBy('first.account_id')
    .limit(1);
}

type Member = { userId: string; accountId: string };

/**
 * Notes a use of a session, and that its user was in an account. Both only move forward, whatever the order in which requests
 * arrive.
 */
export async function touchSession(
  db: Kysely<Tables>,
  sessionHash: string,
  member: Member | undefined,
  at: Instant,
): Promise<void> {
  await (member === undefined ? db : db.with('been', (also) => usedBy(also, member, at)))
    .updateTable('sessions')
    .set({ last_used_at: at })
    .where('session_hash', '=', sessionHash)
    .where('last_used_at', '<', at)
    .execute();
}

/** Notes that a user was in an account. */
export async function touchMembership(db: Kysely<Tables>, member: Member, at: Instant): Promise<void> {
  await usedBy(db, member, at).execute();
}

function usedBy(db: Pick<Kysely<Tables>, 'updateTable'>, { userId, accountId }: Member, at: Instant) {
  return db
    .updateTable('memberships')
    .set({ last_used_at: at })
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<', at)]));
}

export async function deleteSession(db: Kysely<Tables>, sessionHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('session_hash', '=', sessionHash).execute();
}

/** Whose sessions: a user's, or those of an API key, by its hash. */
export type SessionOwner = { userId: string } | { keyHash: string };

/** Until the transaction ends, no other opens a session of the same owner. */
export async function lockSessionsOf(trx: Kysely<Tables>, owner: SessionOwner): Promise<void> {
  const name = 'userId' in owner ? `user ${owner.userId}` : `key ${owner.keyHash}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sessions of ${name}`}, 0))`.execute(trx);
}

/** Ends the owner's sessions that were used longest ago, so that `most` are left that haven't ended at `at`. */
export async function deleteSessionsBeyond(
  trx: Kysely<Tables>,
  owner: SessionOwner,
  { most, at, kept }: { most: number; at: Instant; kept: string },
): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('session_hash', 'in', (from) =>
      from
        .selectFrom('sessions')
        .select('session_hash')
        .where((where) =>
          'userId' in owner ? where('user_id', '=', owner.userId) : where('key_hash', '=', owner.keyHash),
        )
        .where('session_hash', '<>', kept)
        // Those that have ended and are still there don't take the place of others.
        .orderBy(sql`expires_at > ${at}`, 'desc')
        .orderBy('last_used_at', 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('session_hash')
        .offset(most - 1),
    )
    .execute();
}

/** Which sessions: all of a user's, those that users have opened in an account, or those of an API key. */
export type SessionsWanted =
  | { of: 'users'; accountId: string }
  | { of: 'user'; userId: string }
  /** The session itself as well: an earlier version didn't keep the key's hash. */
  | { of: 'key'; accountId: string; keyHash: string; sessionHash: string };

/** A session that is open, and the user's name. */
export type OpenSessionRow = Omit<SessionsTable, 'encrypted_key' | 'device_hash'> & {
  user_name: string | null;
};

/** The sessions that haven't ended at `at` and were used after `idleSince`, those used last first, and how many there are. */
export async function listOpenSessions(
  db: Kysely<Tables>,
  wanted: SessionsWanted,
  { at, idleSince, limit }: { at: Instant; idleSince: Instant; limit: number },
): Promise<{ count: number; rows: OpenSessionRow[] }> {
  const open = sessionsWanted(db, wanted)
    .where('sessions.expires_at', '>', at)
    .where('sessions.last_used_at', '>', idleSince);
  const { count } = await open
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await open
    .leftJoin('users', 'users.user_id', 'sessions.user_id')
    .select([
      'sessions.session_hash',
      'sessions.account_id',
      'sessions.user_id',
      'sessions.key_hash',
      'sessions.ip_address',
      'sessions.user_agent',
      'sessions.created_at',
      'sessions.last_used_at',
      'sessions.expires_at',
      'users.name as user_name',
    ])
    .orderBy('sessions.last_used_at', 'desc')
    .orderBy('sessions.created_at', 'desc')
    .orderBy('sessions.session_hash')
    .limit(limit)
    .execute();
  return { count, rows };
}

/** Ends those whose hash starts with `prefix`, except one. Returns how many. */
export async function deleteSessionsWanted(
  db: Kysely<Tables>,
  wanted: SessionsWanted,
  { prefix = '', except = '' }: { prefix?: string; except?: string },
): Promise<number> {
  const ended = await db
    .deleteFrom('sessions')
    .where('session_hash', 'in', () =>
      sessionsWanted(db, wanted)
        .select('sessions.session_hash')
        .where('sessions.session_hash', 'like', `${prefix}%`)
        .where('sessions.session_hash', '<>', except),
    )
    .returning('session_hash')
    .execute();
  return ended.length;
}

function sessionsWanted(db: Kysely<Tables>, wanted: SessionsWanted) {
  return db.selectFrom('sessions').where((where) => {
    if (wanted.of === 'user') return where('sessions.user_id', '=', wanted.userId);
    const inAccount = where('sessions.account_id', '=', wanted.accountId);
    if (wanted.of === 'users') return where.and([inAccount, where('sessions.user_id', 'is not', null)]);
    return where.and([
      inAccount,
      where('sessions.user_id', 'is', null),
      where.or([
        where('sessions.key_hash', '=', wanted.keyHash),
        where('sessions.session_hash', '=', wanted.sessionHash),
      ]),
    ]);
  });
}

/** Deletes the sessions that are over at `at`, and those last used at `idleSince` or before. */
export async function deleteEndedSessions(
  db: Kysely<Tables>,
  at: Instant,
  idleSince: Instant,
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((where) => where.or([where('expires_at', '<=', at), where('last_used_at', '<=', idleSince)]))
    .execute();
}
