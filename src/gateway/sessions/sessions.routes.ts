import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  closeSession,
  type DepositHandling,
  type Mode,
  readSession,
  type Session,
} from '#contract/gateway/sessions.ts';
import { openSession, signInOptions, type SignInOptions } from '#contract/gateway/sign-in.ts';
import { writeIsoTime } from '#domain/time.ts';
import { addressOf, clientOf } from '#http/client-address.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import type { KeyOwner } from '../caller.ts';
import type { KeyDescription } from '../gateway-deps.ts';
import type { Recorder } from '../audit-log/record-requests.ts';
import type { Refusals } from '../audit-log/refusals.ts';
import { isChanging, type PublicSettings, requireSameOrigin } from '../same-origin.ts';
import { untrustedProxyNotice } from '../untrusted-proxy.ts';
import { refusedKey } from './key-check.ts';
import type { SessionCookie } from './session-cookie.ts';
import type { LiveSession, Sessions } from './sessions.ts';
import type { SignedInKeys } from './signed-in-keys.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';

export type SessionRoutesDeps = {
  sessions: Sessions;
  cookie: SessionCookie;
  throttle: SignInThrottle;
  place: PublicSettings;
  mode: Mode;
  deposits: DepositHandling;
  /** The host of the remote provider. */
  providerHost: string | null;
  sandboxKeys: SignInOptions['sandbox_keys'];
  /** Asks the wallet service about a key at sign-in. Throws the 401 for one it does not know. */
  checkKey: (apiKey: string) => Promise<KeyDescription>;
  /** What the key of a session may do now; undefined when it was revoked. */
  describeKey: (session: LiveSession) => Promise<KeyDescription | undefined>;
  /** The owner of a key that the wallet service refuses now, as after it was revoked; undefined: unknown. */
  findOwnerOfRefusedKey: (apiKey: string) => Promise<KeyOwner | undefined>;
  recorder: Recorder;
  refusals: Refusals;
  fingerprint: (apiKey: string) => string;
  keyHash: (apiKey: string) => string;
  /** Whether it is a working key of our own service, which can be checked without a request. */
  isOwnKey: (apiKey: string) => Promise<boolean>;
  signedInKeys: SignedInKeys;
  /** Whether the account has a URL for events of the provider. */
  receivesEvents: (accountId: string) => Promise<boolean>;
  /** The IDs of operations that the provider doesn't have. */
  missingOperations: (apiKey: string) => Promise<string[]>;
  /** Throws the 403 for a sandbox key that must not be used here. */
  refuseSandboxKey: (request: FastifyRequest, apiKey: string) => void;
};

/** What can travel in a header; nothing else is a key of any service. */
const headerText = /^[\x20-\x7e]+$/;

export function registerSessionRoutes(app: FastifyInstance, deps: SessionRoutesDeps): void {
  const { sessions, cookie, throttle, signedInKeys, mode, deposits } = deps;

  const record = async (
    request: FastifyRequest,
    apiKey: string,
    { accountId, keyName }: KeyOwner,
    sessionHash: string | null = null,
  ) => {
    const caller = { accountId, keyName, fingerprint: deps.fingerprint(apiKey), apiKey, sessionHash };
    const asked = { subject: null, details: null, permission: 'none' } as const;
    await deps.recorder.begin(request, { ...caller, via: 'session' }, asked);
  };

  /** The caller is the session id of the cookie, which may be worth nothing. */
  const host: Host<string | undefined> = {
    app,
    authorize: async (request) => {
      if (isChanging(request.method)) requireSameOrigin(request, deps.place);
      return cookie.read(request);
    },
  };
  const describe = async (
    session: LiveSession,
    { keyName, permissions }: KeyDescription,
  ): Promise<Session> => ({
    account_id: session.accountId,
    key_name: keyName,
    permissions: permissions === null ? null : [...permissions],
    mode,
    deposits,
    receives_events: await deps.receivesEvents(session.accountId),
    missing_operations: await deps.missingOperations(session.apiKey),
    expires_at: writeIsoTime(session.expiresAt),
    idle_timeout_seconds: sessions.idleTimeoutSeconds,
  });

  serve(host, openSession, async ({ body: { token }, caller: previousId, request, reply }) => {
    const client = clientOf(addressOf(request));
    deps.refuseSandboxKey(request, token);
    const keyHash = deps.keyHash(token);
    const isKnown = (await deps.isOwnKey(token)) || (await signedInKeys.has(keyHash));
    if (!isKnown) await throttle.enter(client);
    let description;
    try {
      if (!headerText.test(token)) throw refusedKey();
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
    await record(request, token, description);
    if (deps.providerHost !== null) await signedInKeys.remember(keyHash);
    // Always a new id: one that an attacker planted in the browser beforehand is never signed in.
    const { id, session } = await sessions.open(description.accountId, token, previousId);
    deps.recorder.noteSession(request, session.hash);
    request.log.info({ accountId: session.accountId }, 'signed in');
    cookie.set(request, reply, id);
    return describe(session, description);
  });

  serve(host, readSession, async ({ caller: id }) => {
    const session = id === undefined ? undefined : await sessions.find(id);
    const description = session && (await deps.describeKey(session));
    if (session === undefined || description === undefined) {
      if (session !== undefined) await sessions.endByHash(session.hash);
      throw new ServiceError(401, 'You aren’t signed in, or your session has ended');
    }
    return describe(session, description);
  });

  serve(host, closeSession, async ({ caller: id, request, reply }) => {
    const session = id === undefined ? undefined : await sessions.find(id);
    if (session !== undefined) {
      const { accountId, apiKey } = session;
      const owner = (await deps.describeKey(session)) ?? (await deps.findOwnerOfRefusedKey(apiKey));
      try {
        await record(request, apiKey, { accountId, keyName: owner?.keyName ?? null }, session.hash);
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
    return {
      mode,
      provider: deps.providerHost,
      sandbox_keys: notice === null ? [...deps.sandboxKeys] : [],
      proxy_notice: notice,
    };
  });
}
