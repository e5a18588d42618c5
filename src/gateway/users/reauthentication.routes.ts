import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import {
  reauthenticateWithKey,
  reauthenticateWithPasskey,
  reauthenticateWithPassword,
  reauthenticateWithRecoveryCode,
  startReauthentication,
} from '#contract/gateway/reauthentication.ts';
import type { Tables } from '#database/tables.ts';
import { stringifyJson } from '#domain/json.ts';
import { type Clock, type Instant, writeIsoTime } from '#domain/time.ts';
import { serve } from '#http/serve.ts';
import { ServiceError, validationError } from '#http/service-error.ts';
import { accountAsked } from '../caller.ts';
import type { LiveSession, SignedInUser } from '../sessions/sessions.ts';
import { sessionHost, type SessionRoutesDeps } from '../sessions/sessions.routes.ts';
import type { SessionDescription } from './access.ts';
import { countAttempt } from './credentials/attempts.ts';
import { createChallenge, takeChallenge } from './credentials/challenges.ts';
import {
  makePasskeyChallenge,
  requestOptionsFor,
  requirePasskeySite,
  verifyPasskey,
} from './credentials/passkeys.ts';
import { findPasskey, notePasskeyUse } from './credentials/passkeys.store.ts';
import { isPassword } from './credentials/passwords.ts';
import { findByEmail } from './credentials/user-sign-in.store.ts';
import type { FindCode } from './credentials/codes.ts';
import type { Reauthentications } from './reauthentications.ts';
import { emailKey } from './users.store.ts';

type Deps = Pick<
  SessionRoutesDeps,
  'sessions' | 'cookie' | 'throttle' | 'place' | 'recorder' | 'refusals' | 'describeSession' | 'fingerprint'
> & { db: Kysely<Tables>; now: Clock; reauthentications: Reauthentications; findCode: FindCode };

type Exchange = { request: FastifyRequest; reply: FastifyReply; caller: string | undefined };
type Owner = { session: LiveSession; description: SessionDescription };
type Method = 'passkey' | 'password' | 'recovery code' | 'API key';

/** How the owner of a session proves again who it is. */
export function registerReauthenticationRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, now, place, reauthentications } = deps;
  const host = sessionHost(app, deps);

  serve(host, startReauthentication, async ({ caller, request }) => {
    const { id: userId } = requireUser(await requireOwner({ caller, request }));
    const site = requirePasskeySite(request, place);
    const challenge = makePasskeyChallenge();
    const bound = { purpose: 'reauthenticate', userId, at: now() } as const;
    const id = await createChallenge(db, bound, () => challenge);
    return { challenge: id, options: requestOptionsFor(site, challenge) };
  });

  serve(host, reauthenticateWithPasskey, async ({ body, ...exchange }) => {
    const owner = await requireOwner(exchange);
    const { id: userId, email } = requireUser(owner);
    const site = requirePasskeySite(exchange.request, place);
    return await prove(exchange, owner, { method: 'passkey', field: 'response', email }, async () => {
      const { challenge } = await takeChallenge(db, body.challenge, {
        purpose: 'reauthenticate',
        userId,
        at: now(),
      });
      const passkey = await findPasskey(db, body.response.id);
      if (passkey?.user_id !== userId) return false;
      const signCount = await verifyPasskey(body.response, passkey, { challenge, site });
      return signCount !== undefined && (await notePasskeyUse(db, passkey, { signCount, at: now() }));
    });
  });

  serve(host, reauthenticateWithPassword, async ({ body: { password, code }, ...exchange }) => {
    const owner = await requireOwner(exchange);
    const { id: userId, email } = requireUser(owner);
    return await prove(exchange, owner, { method: 'password', field: 'code', email }, async () => {
      const found = await findByEmail(db, emailKey(email));
      if (found?.userId !== userId || !(await isPassword(password, found.hash))) return false;
      const take = await deps.findCode(userId, code);
      return take !== undefined && (await take(db, now()));
    });
  });

  serve(host, reauthenticateWithRecoveryCode, async ({ body: { code }, ...exchange }) => {
    const owner = await requireOwner(exchange);
    const { id: userId, email } = requireUser(owner);
    return await prove(exchange, owner, { method: 'recovery code', field: 'code', email }, async () => {
      const found = await findByEmail(db, emailKey(email));
      if (found?.userId !== userId || found.hash !== undefined) return false;
      const take = await deps.findCode(userId, code);
      return take !== undefined && (await take(db, now()));
    });
  });

  serve(host, reauthenticateWithKey, async ({ body: { token }, ...exchange }) => {
    const owner = await requireOwner(exchange);
    const { user, apiKey } = owner.session;
    if (user !== undefined) {
      throw new ServiceError(400, 'You signed in as a user. Use your passkey or password');
    }
    return await prove(exchange, owner, { method: 'API key', field: 'token' }, async () =>
      Promise.resolve(isSameText(token, apiKey)),
    );
  });

  async function requireOwner({ caller: id, request }: Pick<Exchange, 'caller' | 'request'>): Promise<Owner> {
    const session = id === undefined ? undefined : await deps.sessions.find(id, accountAsked(request));
    const description = session && (await deps.describeSession(session));
    if (session === undefined || description === undefined) {
      throw new ServiceError(401, 'You aren’t signed in, or your session has ended');
    }
    return { session, description };
  }

  /** Counts a wrong proof as a failed sign-in, and records either outcome. A wrong one doesn't end the session. */
  async function prove(
    { request, reply }: Exchange,
    { session, description }: Owner,
    { method, field, email }: { method: Method; field: string; email?: string },
    isRight: () => Promise<boolean>,
  ): Promise<{ expires_at: string }> {
    const { accountId, apiKey, hash: sessionHash, user } = session;
    const { keyName } = description;
    const caller = {
      accountId,
      keyName,
      fingerprint: deps.fingerprint(apiKey),
      user,
      via: 'session',
    } as const;
    let expiresAt: Instant;
    try {
      const key = email === undefined ? undefined : emailKey(email);
      await countAttempt(deps.throttle, request, key, async () => {
        if (await isRight()) return;
        await deps.refusals.note(request, caller, 401);
        throw new ServiceError(401, wrong[method]);
      });
      const details = stringifyJson({ method });
      const asked = { subject: null, details, permission: 'none' } as const;
      await deps.recorder.begin(request, { ...caller, apiKey, sessionHash }, asked);
      expiresAt = await reauthentications.grant(reply, sessionHash);
    } catch (error) {
      // A 401 would say that the session has ended.
      if (error instanceof ServiceError && error.status === 401) {
        throw validationError({ [field]: wrong[method] });
      }
      throw error;
    }
    return { expires_at: writeIsoTime(expiresAt) };
  }
}

const wrong = {
  passkey: 'This passkey isn’t yours. Choose another one.',
  password: 'The password or the code is wrong, or the code was used already. Enter both again.',
  'recovery code': 'This code is wrong or was used already. Enter another one.',
  'API key': 'This isn’t the API key that you signed in with.',
} as const satisfies Record<Method, string>;

function requireUser({ session: { user } }: Owner): SignedInUser {
  if (user !== undefined) return user;
  throw new ServiceError(400, 'You signed in with an API key. Enter it again');
}

/** Takes the same time whatever differs. */
function isSameText(one: string, other: string): boolean {
  return timingSafeEqual(digestOf(one), digestOf(other));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
