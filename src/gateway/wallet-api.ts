import type { FastifyInstance, FastifyRequest } from 'fastify';
import { prepareFailure } from '#http/envelope.ts';
import { unknownPath } from '#http/http-app.ts';
import { noteCaller } from '#http/request-log.ts';
import { ServiceError } from '#http/service-error.ts';
import { accountAsked, type CallerOf, createCallerOf, type IdentifyKey, type SessionOf } from './caller.ts';
import { limitRequests } from './rate-limit.ts';
import { isChanging, type PublicSettings, requireSameOrigin } from './same-origin.ts';
import type { SandboxAccess } from './sandbox-access.ts';
import type { IdCookie } from './sessions/session-cookie.ts';
import type { LiveSession, Sessions } from './sessions/sessions.ts';

type WalletApiDeps = {
  sessions: Sessions;
  cookie: IdCookie;
  place: PublicSettings;
  /** For each API key; 0: any number. */
  requestsPerMinute: number;
  identifyKey: IdentifyKey;
  fingerprint: (apiKey: string) => string;
} & Pick<SandboxAccess, 'refuseSandboxKey' | 'refuseSandboxUser'>;

/**
 * The scope in which the wallet service's paths are answered, and what is stored for its accounts: a browser's session
 * becomes the `token` header that the routes expect; a request with a header of its own passes unchanged.
 */
export function registerWalletApi(
  app: FastifyInstance,
  deps: WalletApiDeps,
  registerRoutes: (scope: FastifyInstance, sessionOf: SessionOf, callerOf: CallerOf) => void,
): void {
  const { sessions, cookie, place, requestsPerMinute, identifyKey, fingerprint } = deps;
  void app.register(async (scope) => {
    const opened = new WeakMap<FastifyRequest, LiveSession>();
    const sessionOf: SessionOf = (request) => opened.get(request);

    scope.addHook('onRequest', async (request) => {
      if (request.headers['token'] !== undefined) {
        // A key has one account: the address can't choose another.
        if (accountAsked(request) !== undefined) throw unknownPath();
        return;
      }
      const id = cookie.read(request);
      if (id === undefined) return;
      if (isChanging(request.method)) requireSameOrigin(request, place);
      const session = await sessions.find(id, accountAsked(request));
      if (session === undefined) return;
      opened.set(request, session);
      noteCaller(request, { accountId: session.accountId });
      request.raw.headers['token'] = session.apiKey;
    });

    scope.addHook('onRequest', async (request) => {
      const { token } = request.headers;
      if (typeof token === 'string') deps.refuseSandboxKey(request, token);
      const user = sessionOf(request)?.user;
      if (user !== undefined) deps.refuseSandboxUser(request, user.id);
    });

    await limitRequests(scope, requestsPerMinute);

    scope.addHook('onSend', async (request, reply, payload) => {
      const session = reply.statusCode === 401 ? sessionOf(request) : undefined;
      if (session === undefined) return payload;
      if (session.user !== undefined) {
        reply.removeHeader('content-length').removeHeader('content-encoding');
        return prepareFailure(reply, refusedAccountKey());
      }
      // The service no longer knows the key: the session that holds it is over, everywhere.
      await sessions.endByHash(session.hash);
      return payload;
    });

    registerRoutes(scope, sessionOf, createCallerOf({ sessionOf, identifyKey, fingerprint }));
  });
}

/** The user is signed in, but the key that the account's users work with no longer works. */
function refusedAccountKey(): ServiceError {
  return new ServiceError(
    403,
    'The wallet service no longer accepts the account’s API key. An administrator can add another one under Settings → API keys',
    { errorCode: 'system' },
  );
}
