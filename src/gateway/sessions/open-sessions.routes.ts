import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import {
  endOtherSessions,
  endSession,
  listSessions,
  MOST_LISTED_SESSIONS,
  type OpenedSession,
} from '#contract/gateway/open-sessions.ts';
import type { Tables } from '#database/tables.ts';
import { addMs, type Clock, writeIsoTime } from '#domain/time.ts';
import { parseUserAgent } from '#domain/user-agent.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import { requireSession, type SessionOf } from '../caller.ts';
import type { SignedIn } from '../console-host.ts';
import { lacksPermission } from '../users/access.ts';
import { shortIdOf } from '../tokens.ts';
import {
  deleteSessionsWanted,
  listOpenSessions,
  type OpenSessionRow,
  type SessionsWanted,
} from './sessions.store.ts';

type Deps = {
  db: Kysely<Tables>;
  sessionOf: SessionOf;
  /** See `KeyCipher.keyHash`. */
  keyHash: (apiKey: string) => string;
  idleTimeoutSeconds: number;
  now: Clock;
};

/** Where a user, or whoever holds the same API key, is signed in; of all users for those with `users:write`. */
export function registerOpenSessionRoutes(
  host: Host<SignedIn>,
  { db, sessionOf, keyHash, idleTimeoutSeconds, now }: Deps,
): void {
  const idleMs = idleTimeoutSeconds * 1000;

  const own = (request: FastifyRequest): SessionsWanted => {
    const { accountId, user, apiKey, hash } = requireSession(request, { sessionOf });
    return user === undefined
      ? { accountId, of: 'key', keyHash: keyHash(apiKey), sessionHash: hash }
      : { of: 'user', userId: user.id };
  };

  const toResponse = (row: OpenSessionRow, currentHash: string): OpenedSession => ({
    id: shortIdOf(row.session_hash),
    is_current: row.session_hash === currentHash,
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? row.user_id },
    ...parseUserAgent(row.user_agent),
    ip_address: row.ip_address,
    opened_at: writeIsoTime(row.created_at),
    last_used_at: writeIsoTime(row.last_used_at),
    expires_at: writeIsoTime(row.expires_at),
    idle_ends_at: writeIsoTime(addMs(row.last_used_at, idleMs)),
  });

  serve(host, listSessions, async ({ query, caller, request }) => {
    if (query.of === 'account' && !managesUsers(caller)) throw maySeeOnlyOwn(caller);
    const { hash } = requireSession(request, { sessionOf });
    const wanted =
      query.of === 'account' ? ({ accountId: caller.accountId, of: 'users' } as const) : own(request);
    const at = now();
    const { count, rows } = await listOpenSessions(db, wanted, {
      at,
      idleSince: addMs(at, -idleMs),
      limit: MOST_LISTED_SESSIONS,
    });
    return { count, sessions: rows.map((row) => toResponse(row, hash)) };
  });

  serve(host, endSession, async ({ body: { id }, caller, request }) => {
    const mine = await deleteSessionsWanted(db, own(request), { prefix: id });
    if (mine === 0 && managesUsers(caller)) {
      await deleteSessionsWanted(db, { accountId: caller.accountId, of: 'users' }, { prefix: id });
    }
    return { result: 'success' as const };
  });

  serve(host, endOtherSessions, async ({ request }) => {
    const { hash } = requireSession(request, { sessionOf });
    return { ended: await deleteSessionsWanted(db, own(request), { except: hash }) };
  });
}

/** A key that everyone shares doesn't manage users, whatever it may do. */
function managesUsers({ user, consolePermissions }: SignedIn): boolean {
  return user !== undefined && consolePermissions?.includes('users:write') === true;
}

function maySeeOnlyOwn(caller: SignedIn): ServiceError {
  if (caller.user !== undefined) return lacksPermission(caller, ['users:write']);
  return new ServiceError(
    403,
    'Only users see the sessions of others. Sign in as a user who is an administrator',
    { errorCode: 'system' },
  );
}
