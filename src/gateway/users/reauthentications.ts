import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { REAUTHENTICATION_MINUTES } from '#contract/gateway/reauthentication.ts';
import {
  reauthenticationHeader,
  type ReauthenticationWay,
} from '#contract/gateway/reauthentication-proof.ts';
import type { Tables } from '#database/tables.ts';
import { addMs, type Clock, type Instant } from '#domain/time.ts';
import { ServiceError } from '#http/service-error.ts';
import type { SandboxAccess } from '../sandbox-access.ts';
import type { LiveSession } from '../sessions/sessions.ts';
import { hashOfToken, newToken } from '../tokens.ts';
import { findMember, hasAdministrator, hasJoined } from './users.store.ts';

export type Reauthentications = {
  /** Notes a proof of who uses the session, and returns what shows it. */
  issue: (sessionHash: string) => Promise<{ token: string; expiresAt: Instant }>;
  /** The same, and puts what shows it on the response. */
  grant: (reply: FastifyReply, sessionHash: string) => Promise<Instant>;
  /** Throws the 403 that says how to prove it, unless the request shows a proof for its session. */
  require: (request: FastifyRequest, session: LiveSession) => Promise<void>;
  /** Whether the request was only asked for a proof: that is a question, and no refusal to be recorded. */
  isAsked: (request: FastifyRequest) => boolean;
};

type Deps = {
  db: Kysely<Tables>;
  now: Clock;
  /** Whether users can sign in with an identity provider. */
  hasIdentityProvider: boolean;
} & Pick<SandboxAccess, 'isPublicKey' | 'isPublicUser'>;

/** Keeps what a stolen session alone can't do apart from what it can. */
export function createReauthentications(deps: Deps): Reauthentications {
  const { db, now, isPublicKey, isPublicUser, hasIdentityProvider } = deps;
  const asked = new WeakSet<FastifyRequest>();
  const isProved = async (request: FastifyRequest, sessionHash: string): Promise<boolean> => {
    const token = request.headers[reauthenticationHeader];
    if (typeof token !== 'string') return false;
    const found = await db
      .selectFrom('reauthentications')
      .select('session_hash')
      .where('token_hash', '=', hashOfToken(token))
      .where('session_hash', '=', sessionHash)
      .where('expires_at', '>', now())
      .executeTakeFirst();
    return found !== undefined;
  };

  const waysOf = async ({ accountId, user }: LiveSession): Promise<ReauthenticationWay[]> => {
    if (user === undefined) return ['key'];
    const member = await findMember(db, accountId, user.id);
    return [
      ...(member !== undefined && member.passkeys > 0 ? (['passkey'] as const) : []),
      ...(hasIdentityProvider && member?.hasIdentity === true ? (['provider'] as const) : []),
      // A code alone never takes the place of a password and a second factor.
      ...(member?.hasPassword === true ? (['password'] as const) : []),
      ...(member?.hasPassword !== true && (member?.passkeys ?? 0) > 0 ? (['recovery-code'] as const) : []),
    ];
  };

  const isExempt = async ({ accountId, apiKey, user }: LiveSession): Promise<boolean> => {
    // Who has a key that everyone has can’t prove anything with it. Where keys sign in and there are no users yet, nothing
    // changes.
    if (user === undefined) return isPublicKey(apiKey) || !(await hasAdministrator(db, accountId));
    if (!isPublicUser(user.id)) return false;
    const member = await findMember(db, accountId, user.id);
    return member !== undefined && !hasJoined(member);
  };

  const issue: Reauthentications['issue'] = async (sessionHash) => {
    const token = newToken();
    const expiresAt = addMs(now(), REAUTHENTICATION_MINUTES * 60_000);
    await db
      .insertInto('reauthentications')
      .values({ token_hash: hashOfToken(token), session_hash: sessionHash, expires_at: expiresAt })
      .execute();
    return { token, expiresAt };
  };

  return {
    issue,
    grant: async (reply, sessionHash) => {
      const { token, expiresAt } = await issue(sessionHash);
      reply.header(reauthenticationHeader, token);
      return expiresAt;
    },
    require: async (request, session) => {
      if ((await isExempt(session)) || (await isProved(request, session.hash))) return;
      asked.add(request);
      throw new ServiceError(403, 'Confirm that it’s you: an open session alone can’t do this', {
        errorCode: 'system',
        data: { reauthenticate: await waysOf(session) },
      });
    },
    isAsked: (request) => asked.has(request),
  };
}

/** Deletes proofs that have ended. */
export function createReauthenticationCleanup(db: Kysely<Tables>, now: Clock): () => Promise<void> {
  return async () => {
    await db.deleteFrom('reauthentications').where('expires_at', '<=', now()).execute();
  };
}
