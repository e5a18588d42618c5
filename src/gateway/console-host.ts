import type { FastifyInstance } from 'fastify';
import { isPermitted } from '#contract/gateway/sessions.ts';
import { type Permission, permissions } from '#contract/permissions.ts';
import type { Host } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import type { KeyDescription } from './gateway-deps.ts';
import type { LiveSession } from './sessions/sessions.ts';
import type { SessionOf } from './caller.ts';

/** The signed-in user. */
export type SignedIn = {
  accountId: string;
  keyName: string | null;
  /** Null where the wallet service does not tell. */
  permissions: readonly Permission[] | null;
};

type ConsoleHostDeps = {
  sessionOf: SessionOf;
  /** What the key of a session may do now; undefined when it was revoked. */
  describeKey: (session: LiveSession) => Promise<KeyDescription | undefined>;
};

/**
 * Serves what the gateway keeps for an account, in the scope of `registerWalletApi`: for sessions only, whose
 * changes come from the console itself and whose requests count for their key.
 */
export function consoleHost(
  scope: FastifyInstance,
  { sessionOf, describeKey }: ConsoleHostDeps,
): Host<SignedIn> {
  return {
    app: scope,
    authorize: async (request, { permission }) => {
      const session = sessionOf(request);
      const description = session && (await describeKey(session));
      if (description === undefined) {
        throw new ServiceError(401, 'You aren’t signed in, or your session has ended');
      }
      requirePermission(description, permission);
      const { accountId, keyName, permissions: held } = description;
      return { accountId, keyName, permissions: held };
    },
  };
}

/** Throws the failure of a key that lacks it. `all`: every permission. */
export function requirePermission(
  caller: Pick<SignedIn, 'permissions'>,
  permission: Permission | 'all' | null,
): void {
  const needed = permission === 'all' ? permissions : [permission];
  const lacking = needed.filter((each) => !isPermitted(caller, each));
  if (lacking.length === 0) return;
  throw new ServiceError(
    400,
    `The API key lacks permission for this action: it needs ${lacking.join(', ')}`,
    {
      errorCode: 'system',
    },
  );
}
