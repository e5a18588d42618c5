import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Operation } from '#contract/operation.ts';
import {
  type ConsolePermission,
  consolePermissions,
  lackingOf,
  type Needs,
  neededFor,
  permissions,
  type RolePermission,
} from '#contract/permissions.ts';
import { walletServiceOperations } from '#contract/wallet-service/operations.ts';
import { operationOf } from '#http/request-log.ts';
import { ServiceError } from '#http/service-error.ts';
import type { SessionOf } from '../caller.ts';
import type { KeyDescription } from '../gateway-deps.ts';
import type { LiveSession, SignedInUser } from '../sessions/sessions.ts';

/** What a session may do now: what both the key and, of a user's, the roles allow. */
export type SessionDescription = KeyDescription & {
  user: SignedInUser | undefined;
  /** Null for a session of an API key, which may use all that the console does beyond the wallet service. */
  consolePermissions: readonly ConsolePermission[] | null;
};

/** Undefined for a session of an API key that was revoked. */
export type DescribeSession = (session: LiveSession) => Promise<SessionDescription | undefined>;

type AccessDeps = {
  /** What the key of a session may do now; undefined when it was revoked. */
  describeKey: (session: LiveSession) => Promise<KeyDescription | undefined>;
  /** What roles of an account allow, together. One that doesn't exist any more allows nothing. */
  permissionsOfRoles: (accountId: string, roles: readonly string[]) => Promise<ReadonlySet<RolePermission>>;
};

export function createDescribeSession({ describeKey, permissionsOfRoles }: AccessDeps): DescribeSession {
  return async (session) => {
    const { user, accountId } = session;
    // A user whose account's key was revoked stays signed in, to add another one.
    const noKey = user && { accountId, keyName: null, permissions: null };
    const key = (await describeKey(session)) ?? noKey;
    if (key === undefined) return undefined;
    if (user === undefined) return { ...key, user, consolePermissions: null };
    const allowed = await permissionsOfRoles(accountId, user.roles);
    return {
      ...key,
      user,
      permissions: permissions.filter(
        (each) => allowed.has(each) && (key.permissions?.includes(each) ?? true),
      ),
      consolePermissions: consolePermissions.filter((each) => allowed.has(each)),
    };
  };
}

/** The permissions for an operation that a session lacks; empty: it may use it. */
export function lackingFor(
  whose: Pick<SessionDescription, 'permissions' | 'consolePermissions'>,
  needs: Needs,
): RolePermission[] {
  return lackingOf(whose, neededFor(needs));
}

/** Throws the failure that names what a user's roles, or the key, lack. */
export function requireAccess(description: SessionDescription, needs: Needs): void {
  const lacking = lackingFor(description, needs);
  if (lacking.length > 0) throw lacksPermission(description, lacking);
}

/** The failure of a user whose roles lack permissions, or, as the wallet service refuses it, of a key that does. */
export function lacksPermission(
  { user }: Pick<SessionDescription, 'user'>,
  lacking: readonly RolePermission[],
): ServiceError {
  const names = lacking.join(', ');
  if (user === undefined) {
    return new ServiceError(400, `The API key lacks permission for this action: it needs ${names}`, {
      errorCode: 'system',
    });
  }
  return new ServiceError(403, `Your role lacks ${names}. An administrator of the account can grant it`, {
    errorCode: 'system',
    data: { lacking },
  });
}

const serviceOperations = new Map<string, Operation>(walletServiceOperations.map((each) => [each.id, each]));

/**
 * Holds users to their roles where their requests go on to the wallet service, which knows only the account's key. To be
 * registered behind what finds sessions.
 */
export function holdToRoles(
  scope: FastifyInstance,
  { sessionOf, describeSession }: { sessionOf: SessionOf; describeSession: DescribeSession },
): void {
  scope.addHook('onRequest', async (request: FastifyRequest) => {
    const session = sessionOf(request);
    const operation = serviceOperations.get(operationOf(request) ?? '');
    if (session?.user === undefined || operation === undefined) return;
    const description = await describeSession(session);
    if (description !== undefined) requireAccess(description, operation);
  });
}
