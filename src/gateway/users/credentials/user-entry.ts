import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Session } from '#contract/gateway/sessions.ts';
import type { Tables } from '#database/tables.ts';
import { stringifyJson } from '#domain/json.ts';
import type { Clock } from '#domain/time.ts';
import { ServiceError } from '#http/service-error.ts';
import type { KeyCipher } from '../../sessions/key-cipher.ts';
import type { IdCookie } from '../../sessions/session-cookie.ts';
import type { ToSessionResponse } from '../../sessions/session-response.ts';
import { deviceOf, type SessionRoutesDeps } from '../../sessions/sessions.routes.ts';
import type { Alongside, LiveSession } from '../../sessions/sessions.ts';
import { newToken } from '../../tokens.ts';
import type { SessionDescription } from '../access.ts';
import type { Reauthentications } from '../reauthentications.ts';
import { findMember, type Member } from './user-sign-in.store.ts';

export type UserEntryDeps = Pick<
  SessionRoutesDeps,
  'sessions' | 'cookie' | 'recorder' | 'describeSession' | 'fingerprint'
> & {
  db: Kysely<Tables>;
  cipher: KeyCipher;
  now: Clock;
  toResponse: ToSessionResponse;
  deviceCookie: IdCookie;
  reauthentications: Reauthentications;
};

/** A user of an account whose key works. */
type ReadyUser = Member & { key: NonNullable<Member['key']>; description: SessionDescription };

/** How a user has proved who it is. */
export type SignInMethod = 'passkey' | 'password' | 'recovery code' | 'identity provider';

/** `caller`: the ID of the session that the browser has had so far. */
export type EntryExchange = { request: FastifyRequest; reply: FastifyReply; caller: string | undefined };

/** The way of a user who has proved who it is into the console. */
export type UserEntry = {
  /**
   * The user in the account that is asked for, or in the first one. Throws the failure of a user who has left, and of an
   * account whose users have no key to work with.
   */
  requireReady: (userId: string, accountId: string | undefined) => Promise<ReadyUser>;
  /** Without a method, the user has proved nothing. */
  record: (request: FastifyRequest, ready: ReadyUser, method?: SignInMethod) => Promise<void>;
  /** Records that the user of a session has proved again, with the identity provider, who it is. */
  recordConfirmation: (request: FastifyRequest, ready: ReadyUser, sessionHash: string) => Promise<void>;
  /** Opens a session, in a transaction with what is done alongside. */
  open: (exchange: EntryExchange, ready: ReadyUser, alongside?: Alongside) => Promise<Session>;
  /** The same for someone who hasn't proved anything, and will be asked for it. */
  openWithoutProof: (exchange: EntryExchange, ready: ReadyUser) => Promise<Session>;
};

export function createUserEntry(deps: UserEntryDeps): UserEntry {
  const { db, cipher, now, recorder } = deps;
  const callerOf = ({ accountId, user, key, description }: ReadyUser, sessionHash: string | null) =>
    ({
      accountId,
      keyName: description.keyName,
      fingerprint: deps.fingerprint(key.apiKey),
      apiKey: key.apiKey,
      sessionHash,
      user,
      via: 'session',
    }) as const;
  const openSession = async (
    { request, reply, caller }: EntryExchange,
    { accountId, user }: ReadyUser,
    alongside?: Alongside,
  ): Promise<LiveSession> => {
    // Always a new id: one that an attacker planted in the browser beforehand is never signed in.
    const deviceId = deps.deviceCookie.read(request) ?? newToken();
    const { id, session } = await deps.sessions.open(
      { accountId, userId: user.id },
      { ...deviceOf(request), id: deviceId },
      caller,
      alongside,
    );
    recorder.noteSession(request, session.hash);
    request.log.info({ accountId, userId: user.id }, 'signed in');
    deps.cookie.set(request, reply, id);
    deps.deviceCookie.set(request, reply, deviceId);
    return session;
  };
  return {
    requireReady: async (userId, asked) => {
      const member = await findMember(db, cipher, { userId, accountId: asked });
      if (member === undefined) {
        throw new ServiceError(401, 'You no longer have access. Ask an administrator of your account');
      }
      const { key, accountId, user } = member;
      const opening = { hash: '', accountId, hasSeveralAccounts: false, expiresAt: now(), user };
      const session = key && { ...opening, apiKey: key.apiKey };
      const description = session && (await deps.describeSession(session));
      if (key === undefined || description === undefined) throw noKey();
      return { ...member, key, description };
    },
    record: async (request, ready, method) => {
      const details = method === undefined ? null : stringifyJson({ method });
      const asked = { subject: null, details, permission: 'none' } as const;
      await recorder.begin(request, callerOf(ready, null), asked);
    },
    recordConfirmation: async (request, ready, sessionHash) => {
      const details = stringifyJson({ method: 'identity provider' });
      const operation = 'reauthenticateWithProvider';
      const asked = { subject: null, details, permission: 'none', operation } as const;
      await recorder.begin(request, callerOf(ready, sessionHash), asked);
    },
    open: async (exchange, ready, alongside) => {
      const session = await openSession(exchange, ready, alongside);
      // Who has just signed in need not prove it again at once.
      await deps.reauthentications.grant(exchange.reply, session.hash);
      return await deps.toResponse(session, ready.description);
    },
    openWithoutProof: async (exchange, ready) =>
      deps.toResponse(await openSession(exchange, ready), ready.description),
  };
}

function noKey(): ServiceError {
  return new ServiceError(
    409,
    'Your account has no working API key for its users. Ask an administrator to sign in with an API key and add it',
  );
}
