import type { FastifyInstance, FastifyRequest } from 'fastify';
import { closeSession, type Mode, readSession } from '#contract/gateway/sessions.ts';
import { openSession, signInOptions, type SignInOptions } from '#contract/gateway/sign-in.ts';
import { addressOf, clientOf } from '#http/client-address.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import { accountAsked, type KeyOwner } from '../caller.ts';
import type { KeyDescription } from '../gateway-deps.ts';
import type { Recorder } from '../audit-log/record-requests.ts';
import type { Refusals } from '../audit-log/refusals.ts';
import type { SandboxAccess } from '../sandbox-access.ts';
import { isChanging, type PublicSettings, requireSameOrigin } from '../same-origin.ts';
import { untrustedProxyNotice } from '../untrusted-proxy.ts';
import type { DescribeSession } from '../users/access.ts';
import { passkeyAvailability } from '../users/credentials/passkeys.ts';
import type { IdCookie } from './session-cookie.ts';
import type { ToSessionResponse } from './session-response.ts';
import type { Device, Sessions, SessionUser } from './sessions.ts';
import type { SignedInKeys } from './signed-in-keys.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';

export type SessionRoutesDeps = {
  sessions: Sessions;
  cookie: IdCookie;
  throttle: SignInThrottle;
  place: PublicSettings;
  mode: Mode;
  /** The host of the remote provider. */
  providerHost: string | null;
  /** Asks the wallet service about a key at sign-in. Throws the 401 for one it does not know. */
  checkKey: (apiKey: string) => Promise<KeyDescription>;
  /** What a session may do now; undefined when its key was revoked. */
  describeSession: DescribeSession;
  /** The owner of a key that the wallet service refuses now, as after it was revoked; undefined: unknown. */
  findOwnerOfRefusedKey: (apiKey: string) => Promise<KeyOwner | undefined>;
  /** Whether API keys sign in to the account. */
  acceptsKeys: (accountId: string) => Promise<boolean>;
  /** Whether they may sign in to any account. */
  acceptsAnyKey: () => Promise<boolean>;
  recorder: Recorder;
  refusals: Refusals;
  fingerprint: (apiKey: string) => string;
  keyHash: (apiKey: string) => string;
  /** Whether it is a working key of our own service, which can be checked without a request. */
  isOwnKey: (apiKey: string) => Promise<boolean>;
  signedInKeys: SignedInKeys;
  toResponse: ToSessionResponse;
  /** Whether the installation has users, who sign in without an API key. */
  hasUsers: () => Promise<boolean>;
  /** Whether the server's output has a link that makes the first administrator. */
  awaitsSetup: () => Promise<boolean>;
  identityProvider: SignInOptions['identity_provider'];
} & Pick<SandboxAccess, 'refuseSandboxKey' | 'listSandboxUsers'>;

export function registerSessionRoutes(app: FastifyInstance, deps: SessionRoutesDeps): void {
  const { sessions, cookie, throttle, signedInKeys, mode, toResponse } = deps;

  const record = async (
    request: FastifyRequest,
    apiKey: string,
    { accountId, keyName }: KeyOwner,
    { hash: sessionHash, user }: { hash: string | null; user?: SessionUser | undefined } = { hash: null },
  ) => {
    const fingerprint = deps.fingerprint(apiKey);
    const caller = { accountId, keyName, fingerprint, apiKey, sessionHash, user };
    const asked = { subject: null, details: null, permission: 'none' } as const;
    await deps.recorder.begin(request, { ...caller, via: 'session' }, asked);
  };

  const host = sessionHost(app, deps);

  serve(host, openSession, async ({ body: { token }, caller: previousId, request, reply }) => {
    const client = clientOf(addressOf(request));
    deps.refuseSandboxKey(request, token);
    const keyHash = deps.keyHash(token);
    const isKnown = (await deps.isOwnKey(token)) || (await signedInKeys.has(keyHash));
    if (!isKnown) await throttle.enter(client);
    let description;
    try {
      description = await deps.checkKey(token);
    } catch (error) {
      const isWrongKey = error instanceof ServiceError && error.status === 401;
      if (!isWrongKey) {
        if (!isKnown) await throttle.takeBack(client);
        throw error;
      }
      if (isKnown) {
        // Revoked since: it counts as a failure now, and waits like any other from then on.
        await signedInKeys.forget(keyHash);
        await throttle.enter(client).catch(() => undefined);
      }
      request.log.warn({ client }, 'sign-in failed');
      const owner = await deps.findOwnerOfRefusedKey(token);
      if (owner !== undefined) {
        const caller = { ...owner, fingerprint: deps.fingerprint(token), via: 'session' } as const;
        await deps.refusals.note(request, caller, 401);
      }
      throw error;
    }
    if (!isKnown) await throttle.takeBack(client);
    if (!(await deps.acceptsKeys(description.accountId))) {
      const caller = { ...description, fingerprint: deps.fingerprint(token), via: 'session' } as const;
      await deps.refusals.note(request, caller, 403);
      throw new ServiceError(403, 'Sign-in with API keys is turned off. Sign in as a user', {
        errorCode: 'system',
      });
    }
    await record(request, token, description);
    if (deps.providerHost !== null) await signedInKeys.remember(keyHash);
    // Always a new id: one that an attacker planted in the browser beforehand is never signed in.
    const { id, session } = await sessions.open(
      { accountId: description.accountId, apiKey: token },
      deviceOf(request),
      previousId,
    );
    deps.recorder.noteSession(request, session.hash);
    request.log.info({ accountId: session.accountId }, 'signed in');
    cookie.set(request, reply, id);
    return toResponse(session, { ...description, user: undefined, consolePermissions: null });
  });

  serve(host, readSession, async ({ caller: id, request }) => {
    const session = id === undefined ? undefined : await sessions.find(id, accountAsked(request));
    const description = session && (await deps.describeSession(session));
    if (session === undefined || description === undefined) {
      if (session !== undefined) await sessions.endByHash(session.hash);
      throw new ServiceError(401, 'You aren’t signed in, or your session has ended');
    }
    return toResponse(session, description);
  });

  serve(host, closeSession, async ({ caller: id, request, reply }) => {
    // Signing out ends the session in all accounts, and works in one that its user has just lost.
    const session = id === undefined ? undefined : await sessions.find(id, undefined);
    if (session !== undefined) {
      const { accountId, apiKey } = session;
      const owner = (await deps.describeSession(session)) ?? (await deps.findOwnerOfRefusedKey(apiKey));
      try {
        await record(request, apiKey, { accountId, keyName: owner?.keyName ?? null }, session);
      } catch (error) {
        // It only removes: signing out works even if it can't be recorded.
        request.log.error({ err: error, accountId }, 'a sign-out is not in the activity log');
      }
    }
    if (id !== undefined) await sessions.end(id);
    cookie.clear(request, reply);
    // Cookies stay, because they belong to the whole site, with neighbors that are none of our business.
    reply.header('clear-site-data', '"cache", "storage"');
    return { result: 'success' as const };
  });

  serve(host, signInOptions, async ({ request }) => {
    const notice = untrustedProxyNotice(request) ?? null;
    const hasUsers = await deps.hasUsers();
    return {
      mode,
      provider: deps.providerHost,
      sandbox_users: notice === null ? await deps.listSandboxUsers() : [],
      proxy_notice: notice,
      has_users: hasUsers,
      accepts_keys: await deps.acceptsAnyKey(),
      awaits_setup: !hasUsers && (await deps.awaitsSetup()),
      identity_provider: deps.identityProvider,
      passkeys: passkeyAvailability(request, deps.place),
    };
  });
}

/** The caller is the session id of the cookie, which may be worth nothing. */
export function sessionHost(
  app: FastifyInstance,
  { cookie, place }: Pick<SessionRoutesDeps, 'cookie' | 'place'>,
): Host<string | undefined> {
  return {
    app,
    authorize: async (request) => {
      if (isChanging(request.method)) requireSameOrigin(request, place);
      return cookie.read(request);
    },
  };
}

export function deviceOf(request: FastifyRequest): Device {
  return { ipAddress: addressOf(request), userAgent: request.headers['user-agent'] };
}
