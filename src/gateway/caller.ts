import type { FastifyRequest } from 'fastify';
import { splitAccount } from '#contract/account-path.ts';
import type { ServiceError } from '#http/service-error.ts';
import type { LiveSession, SessionUser } from './sessions/sessions.ts';

/** The account that a request's address names; undefined where it names none. */
export function accountAsked(request: FastifyRequest): string | undefined {
  return splitAccount(request.originalUrl).accountId;
}

/** What the addresses of the page's further requests start with, so that they are in the same account. */
export function prefixOf(request: FastifyRequest): string {
  return splitAccount(request.originalUrl).prefix;
}

/** Gives the session that a request came with; undefined for one with an API key of its own, or with neither. */
export type SessionOf = (request: FastifyRequest) => LiveSession | undefined;

/** The session of a request to one of the console's own operations: nothing else gets that far. */
export function requireSession(
  request: FastifyRequest,
  { sessionOf }: { sessionOf: SessionOf },
): LiveSession {
  const session = sessionOf(request);
  if (session === undefined) throw new Error('A request without a session came to a console operation.');
  return session;
}

/** The key of that session, with which the provider is asked. */
export function apiKeyOf(request: FastifyRequest, deps: { sessionOf: SessionOf }): string {
  return requireSession(request, deps).apiKey;
}

/** Whose key it is. */
export type KeyOwner = {
  accountId: string;
  /** The wallet service does not say whose key it is, so the key is its own account. */
  isUnnamed?: boolean;
  /** Why it could not be asked whose key it is: it may say so the next moment. */
  whyUnnamed?: ServiceError;
  /** Null where the wallet service does not tell. */
  keyName: string | null;
};

/** The caller of a request, identified without secrets: never the key itself. */
export type Caller = KeyOwner & {
  /** The same short text for the same key (see `KeyCipher`). */
  fingerprint: string;
  /** Undefined where an API key signed in, and for programs. */
  user?: SessionUser | undefined;
};

/**
 * Gives who makes a request in the scope of `registerWalletApi`: a session, or a program that sends a key of
 * its own. Asked once a request. Undefined for a request without a key, and for a key that the wallet service
 * does not know. Says nothing about what the key may do: a revoked key still has an owner.
 */
export type CallerOf = (request: FastifyRequest) => Promise<Caller | undefined>;

/** `accountId` where a session says whose key it is; undefined for a key that the wallet service does not know. */
export type IdentifyKey = (apiKey: string, accountId?: string) => Promise<KeyOwner | undefined>;

type CallerDeps = {
  sessionOf: SessionOf;
  identifyKey: IdentifyKey;
  fingerprint: (apiKey: string) => string;
};

export function createCallerOf({ sessionOf, identifyKey, fingerprint }: CallerDeps): CallerOf {
  const asked = new WeakMap<FastifyRequest, Promise<Caller | undefined>>();

  const find: CallerOf = async (request) => {
    const session = sessionOf(request);
    const apiKey = session?.apiKey ?? request.headers['token'];
    if (typeof apiKey !== 'string' || apiKey === '') return undefined;
    const owner = await identifyKey(apiKey, session?.accountId);
    if (owner === undefined) return undefined;
    return { ...owner, fingerprint: fingerprint(apiKey), user: session?.user };
  };

  return async (request) => {
    const known = asked.get(request) ?? find(request);
    asked.set(request, known);
    return await known;
  };
}
