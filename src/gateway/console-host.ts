import type { FastifyInstance } from 'fastify';
import { isLimited, noLimits } from '#contract/gateway/limits.ts';
import { isChange, type Operation } from '#contract/operation.ts';
import { lackingOf, type RolePermission } from '#contract/permissions.ts';
import type { Host } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import type { SessionOf } from './caller.ts';
import { findLimitRule } from './limits/hold-to-limits.ts';
import type { SignedInUser } from './sessions/sessions.ts';
import {
  type DescribeSession,
  lacksPermission,
  requireAccess,
  type SessionDescription,
} from './users/access.ts';
import type { Reauthentications } from './users/reauthentications.ts';

/** The signed-in user, or the API key that signed in. */
export type SignedIn = Pick<
  SessionDescription,
  'accountId' | 'permissions' | 'consolePermissions' | 'user'
> & {
  /** The user's name, or the key's: null where the wallet service does not tell. */
  actorName: string | null;
};

type ConsoleHostDeps = {
  sessionOf: SessionOf;
  describeSession: DescribeSession;
  reauthentications: Reauthentications;
};

/**
 * Serves what the gateway keeps for an account, in the scope of `registerWalletApi`: for sessions only, whose
 * changes come from the console itself and whose requests count for their key.
 */
export function consoleHost(
  scope: FastifyInstance,
  { sessionOf, describeSession, reauthentications }: ConsoleHostDeps,
): Host<SignedIn> {
  return {
    app: scope,
    authorize: async (request, operation) => {
      const session = sessionOf(request);
      const description = session && (await describeSession(session));
      if (session === undefined || description === undefined) {
        throw new ServiceError(401, 'You aren’t signed in, or your session has ended');
      }
      requireAccess(description, operation);
      const limits = session.user?.limits ?? noLimits;
      // Nobody has to prove who it is to be refused.
      if (isChange(operation) && isLimited(limits)) findLimitRule(limits, operation.id);
      // As early as possible: no body is read for a session alone.
      if (operation.needsReauthentication === true) await reauthentications.require(request, session);
      const { accountId, keyName, user, permissions: held, consolePermissions } = description;
      return { accountId, actorName: user?.name ?? keyName, user, permissions: held, consolePermissions };
    },
    authorizeBody: async (request, operation, body) => {
      const session = sessionOf(request);
      if (session !== undefined && bodyNeedsProof(operation, body)) {
        await reauthentications.require(request, session);
      }
    },
  };
}

/** Only users manage users and accounts: a key that everyone shares doesn't say who does it. */
export function requireUser(caller: SignedIn): SignedIn & { user: SignedInUser } {
  const { user } = caller;
  if (user !== undefined) return { ...caller, user };
  throw new ServiceError(403, 'API keys can’t manage users or accounts. Sign in as an administrator', {
    errorCode: 'system',
  });
}

/** Whether a valid body decides that its sender must prove who it is. */
function bodyNeedsProof({ needsReauthentication: needs }: Operation, body: unknown): boolean {
  if (needs === undefined || needs === true) return false;
  if (typeof body !== 'object' || body === null) return false;
  const value: unknown = Reflect.get(body, needs.field);
  return typeof value === 'string' && needs.values.includes(value);
}

/** Throws the failure that names the permissions which depend on the content of a request. */
export function requirePermissions(caller: SignedIn, needed: readonly RolePermission[]): void {
  const lacking = lackingOf(caller, needed);
  if (lacking.length > 0) throw lacksPermission(caller, lacking);
}
