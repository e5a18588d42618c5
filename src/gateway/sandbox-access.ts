import type { FastifyRequest } from 'fastify';
import type { SignInOptions } from '#contract/gateway/sign-in.ts';
import type { GatewayDeps } from './gateway-deps.ts';
import { refuseUntrustedProxy } from './untrusted-proxy.ts';
import { isSandboxUser } from './users/sandbox-users.ts';
import { listSandboxUsers } from './users/sandbox-users.store.ts';

/** What everyone can use in the sandbox. Outside of it, there is nothing of the kind. */
export type SandboxAccess = {
  /** Whether everyone may use the key. */
  isPublicKey: (apiKey: string) => boolean;
  /** Whether everyone may sign in as the user. */
  isPublicUser: (userId: string) => boolean;
  /**
   * Throws the 403 for a sandbox key that comes through a proxy that isn't trusted: everyone knows these keys, and the
   * proxy may let anyone in.
   */
  refuseSandboxKey: (request: FastifyRequest, apiKey: string) => void;
  /** The same for a user of the sandbox. */
  refuseSandboxUser: (request: FastifyRequest, userId: string) => void;
  /** Whom the sign-in page offers. */
  listSandboxUsers: () => Promise<SignInOptions['sandbox_users']>;
};

type Deps = Pick<GatewayDeps, 'mode' | 'sandboxKeys' | 'db'>;

export function createSandboxAccess({ mode, sandboxKeys, db }: Deps): SandboxAccess {
  const isSandbox = mode === 'sandbox';
  const isPublicKey = (apiKey: string) => sandboxKeys.includes(apiKey);
  const isPublicUser = (userId: string) => isSandbox && isSandboxUser(userId);
  return {
    isPublicKey,
    isPublicUser,
    refuseSandboxKey: (request, apiKey) => {
      if (isPublicKey(apiKey)) refuseUntrustedProxy(request, 'Sandbox keys');
    },
    refuseSandboxUser: (request, userId) => {
      if (isPublicUser(userId)) refuseUntrustedProxy(request, 'Sandbox users');
    },
    listSandboxUsers: async () => (isSandbox ? await listSandboxUsers(db) : []),
  };
}
