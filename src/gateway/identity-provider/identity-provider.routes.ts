import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { splitAccount } from '#contract/account-path.ts';
import type { UserAccount } from '#contract/gateway/sessions.ts';
import {
  identityProviderPaths,
  proofChannel,
  type SignInProblem,
} from '#contract/gateway/identity-provider.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { type Clock, type Instant, toDate } from '#domain/time.ts';
import { ServiceError } from '#http/service-error.ts';
import { accountAsked } from '../caller.ts';
import { recordProviderChange } from '../audit-log/record-done.ts';
import { nonceOf } from '../security-headers.ts';
import type { SessionRoutesDeps } from '../sessions/sessions.routes.ts';
import type { Reauthentications } from '../users/reauthentications.ts';
import { listUserAccounts } from '../users/account-keys.ts';
import { createChallenge, takeIfUsable } from '../users/credentials/challenges.ts';
import type { UserEntry } from '../users/credentials/user-entry.ts';
import { admit, type Refusal } from './admit.ts';
import { endSessionsOf, findUserOfIdentity, noteSessionIdentity } from './identities.store.ts';
import {
  addressesForProvider,
  type Checks,
  ClientRefusedError,
  createIdentityProvider,
  type Identity,
  IdentityProviderError,
  type IdentityProviderSettings,
  isCancelled,
  type Logout,
} from './identity-provider.ts';
import { resolveGrants } from './resolve-grants.ts';

type Deps = Pick<SessionRoutesDeps, 'cookie' | 'sessions' | 'place'> & {
  db: Kysely<Tables>;
  now: Clock;
  entry: UserEntry;
  reauthentications: Reauthentications;
  /** Undefined: the company has none. It needs the address at which browsers find the console. */
  settings: IdentityProviderSettings | undefined;
  /** All accounts of the wallet service; undefined if it doesn't list them. */
  listServiceAccounts: () => Promise<readonly UserAccount[] | undefined>;
};

/** How long somebody has to sign in at the provider. */
const LIFETIME_MS = 10 * 60_000;
const purpose = 'identity';
const { start, callback, backChannelLogout } = identityProviderPaths;
const cookieName = 'wallet_console_identity';

/** What a browser has been sent to the provider for. */
const pending = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  next: z.string(),
  /** The session whose user proves again who it is; null for a sign-in. */
  session: z.nullable(z.object({ hash: z.string(), userId: z.string(), accountId: z.string() })),
  begunAt: z.int(),
});

/** Signing in with the company's identity provider, which redirects browsers here and there. */
export function registerIdentityProviderRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, now, entry, settings, cookie, sessions } = deps;
  const { publicUrl } = deps.place;
  if (settings === undefined || publicUrl === undefined) return;
  const provider = createIdentityProvider(settings);
  const { redirectUri } = addressesForProvider(publicUrl);
  // Lax: the way back from the provider is from another site.
  const cookieOptions = {
    path: callback,
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.protocol === 'https:',
  } as const;

  app.addHook('onListen', async () => {
    const all = [...settings.roles.values()].flat();
    const accounts = await listUserAccounts(db);
    const named = { accounts, serviceAccounts: await deps.listServiceAccounts() };
    const { warnings } = await resolveGrants(db, named, all);
    for (const { message, ...about } of warnings) app.log.warn(about, message);
    // A start doesn't wait for it, and the other ways to sign in don't need it.
    void provider.check().catch((error: unknown) => {
      app.log.warn({ err: error, issuer: settings.issuer.href }, 'the identity provider can’t be reached');
    });
  });

  app.get(start, { config: { operationId: 'startIdentityProvider' } }, async (request, reply) => {
    const query = new URL(request.url, publicUrl).searchParams;
    const confirming = query.has('confirm') ? await ownSession(request) : null;
    if (confirming === undefined) return await fail(reply, 'expired');
    let begun: { url: URL; checks: Checks };
    try {
      begun = await provider.begin(redirectUri, confirming !== null);
    } catch (error) {
      if (!(error instanceof IdentityProviderError)) throw error;
      request.log.warn({ err: error }, 'the identity provider can’t be reached');
      return await fail(reply, 'unreachable');
    }
    const at = now();
    const content = JSON.stringify({
      ...begun.checks,
      next: safePath(query.get('next') ?? '/'),
      session: confirming,
      begunAt: toDate(at).getTime(),
    });
    const bound = { purpose, at, lifetimeMs: LIFETIME_MS } as const;
    const id = await createChallenge(db, bound, () => content);
    void reply.setCookie(cookieName, id, { ...cookieOptions, maxAge: LIFETIME_MS / 1000 });
    return reply.header('cache-control', 'no-store').redirect(begun.url.href);
  });

  app.get(callback, { config: { operationId: 'signInWithIdentityProvider' } }, async (request, reply) => {
    const id = request.cookies[cookieName];
    void reply.clearCookie(cookieName, cookieOptions);
    const found = id === undefined ? undefined : await takeIfUsable(db, id, { purpose, at: now() });
    if (found === undefined) return await fail(reply, 'expired');
    const { next, session, begunAt, ...checks } = z.parse(pending, JSON.parse(found.challenge));
    const answer = new URL(redirectUri);
    answer.search = new URL(request.url, publicUrl).search;
    let identity;
    try {
      const sinceBegun = Math.ceil((toDate(now()).getTime() - begunAt) / 1000);
      identity = await provider.finish(answer, checks, session === null ? undefined : sinceBegun);
    } catch (error) {
      request.log.warn({ err: error }, failureOf(error));
      return await fail(reply, problemOf(error));
    }
    if (session !== null) return await confirm({ request, reply }, session, identity);
    const rules = { groupRoles: settings.roles, serviceAccounts: await deps.listServiceAccounts() };
    const { admission, warnings } = await admit(db, identity, rules, now());
    for (const { message, ...about } of warnings) request.log.warn(about, message);
    if ('refusal' in admission) {
      const { refusal } = admission;
      const { subject, groups } = identity;
      const inRoles = [...settings.roles.keys()];
      const about = { refusal, subject, groupsClaim: settings.groupsClaim, groups, groupsInRoles: inRoles };
      request.log.warn(about, `a sign-in with the identity provider was refused: ${refusals[refusal]}`);
      return await fail(reply, refusal);
    }
    try {
      const ready = await entry.requireReady(admission.userId, splitAccount(next).accountId);
      await entry.record(request, ready, 'identity provider');
      await entry.open({ request, reply, caller: cookie.read(request) }, ready, async (trx, sessionHash) =>
        noteSessionIdentity(trx, sessionHash, identity),
      );
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const about = { userId: admission.userId, reason: error.message };
      request.log.warn(about, 'a sign-in with the identity provider was refused');
      return await fail(reply, 'no-account');
    }
    return await goOn(reply, next);
  });

  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 64 * 1024 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    const config = { operationId: 'endIdentityProviderSession' };
    scope.post<{ Body: Record<string, string> | undefined }>(
      backChannelLogout,
      { config },
      async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        let logout: Logout | undefined;
        try {
          logout = await provider.readLogout(request.body?.['logout_token'] ?? '');
        } catch (error) {
          if (!(error instanceof IdentityProviderError)) throw error;
          request.log.warn({ err: error }, 'the identity provider’s keys can’t be read');
          return reply.code(503).send({ error: 'temporarily_unavailable' });
        }
        if (logout === undefined || !(await logOut(db, logout, now()))) {
          return reply.code(400).send({ error: 'invalid_request' });
        }
        return reply.code(200).send();
      },
    );
  });

  /** The user's session in which the request was made. */
  async function ownSession(request: FastifyRequest) {
    const id = cookie.read(request);
    const session = id === undefined ? undefined : await sessions.find(id, accountAsked(request));
    const { user, hash, accountId } = session ?? {};
    return user && hash && accountId ? { hash, userId: user.id, accountId } : undefined;
  }

  /** Hands the page that waits for it the proof that the user of its session has just signed in anew. */
  async function confirm(
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    { hash, userId, accountId }: { hash: string; userId: string; accountId: string },
    identity: Identity,
  ): Promise<FastifyReply> {
    const found = await findUserOfIdentity(db, identity);
    if (found?.userId !== userId || found.hasLeft) return await fail(reply, 'refused');
    if (!(await sessions.isLive(hash, accountId))) return await fail(reply, 'expired');
    await entry.recordConfirmation(request, await entry.requireReady(userId, accountId), hash);
    const { token } = await deps.reauthentications.issue(hash);
    const nonce = nonceOf(reply.raw);
    // A window that came back from another site no longer knows the page that opened it.
    return sendPage(
      reply,
      `<script nonce="${nonce}">new BroadcastChannel('${proofChannel}').postMessage('${token}');close();</script>`,
    );
  }
}

/** Ends the sessions that the logout is about, with entries in the activity log. False for a token that was used before. */
async function logOut(db: Kysely<Tables>, logout: Logout, at: Instant): Promise<boolean> {
  return await inTransaction(db, async (trx) => {
    const ended = await endSessionsOf(trx, logout, at);
    for (const { accountId, userId, count } of ended ?? []) {
      const details = { sessions: count };
      await recordProviderChange(trx, { at, operation: 'endSessions', accountId, subject: userId, details });
    }
    return ended !== undefined;
  });
}

/** What the log says of people whom the provider knows and who aren't let in. */
const refusals = {
  'no-account': 'no account has an API key for its users',
  'no-role': 'none of the groups grants a role by OIDC_ROLES, and nobody has invited the person',
  'no-email': 'the identity provider doesn’t say that the email address is verified (email_verified)',
  removed: 'an administrator has removed the person',
  'other-person': 'somebody else has signed in with the same email address',
} as const satisfies Record<Refusal, string>;

function failureOf(error: unknown): string {
  if (!(error instanceof ClientRefusedError)) return 'a sign-in with the identity provider was refused';
  return 'the identity provider refused the console’s client ID or secret: check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET';
}

function problemOf(error: unknown): SignInProblem {
  if (error instanceof IdentityProviderError) return 'unreachable';
  if (error instanceof ClientRefusedError) return 'client-refused';
  return isCancelled(error) ? 'cancelled' : 'refused';
}

/** Only a path of this application: anyone can write a link with `next`. */
function safePath(next: string): string {
  return /^\/(?![/\\])\P{Cc}*$/u.test(next) ? next : '/';
}

async function fail(reply: FastifyReply, problem: SignInProblem): Promise<FastifyReply> {
  return await goOn(reply, `/sign-in?problem=${problem}`);
}

/** A page of ours that goes on by itself: the session's cookie isn't sent along on the way from another site. */
async function goOn(reply: FastifyReply, path: string): Promise<FastifyReply> {
  const address = path.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return sendPage(reply, `<meta http-equiv="refresh" content="0;url=${address}">`);
}

function sendPage(reply: FastifyReply, head: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="en"><head><title>Wallet Console</title>${head}</head></html>`);
}
