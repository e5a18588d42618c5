import * as z from 'zod/mini';
import { busyFailure, sessionFailure } from '../failures.ts';
import { operation } from '../operation.ts';
import {
  type Access,
  consolePermissions,
  lackingOf,
  permissions,
  permissionsIn,
  type RolePermission,
} from '../permissions.ts';
import { storedLimits } from './limits.ts';
import type { WalletServiceOperationId } from '../wallet-service/unsupported.ts';

/** The wallet service behind the gateway: ours with demonstration data, ours, or a remote provider's. */
export const modes = ['sandbox', 'embedded', 'remote'] as const;

export type Mode = (typeof modes)[number];

/**
 * What becomes of funds that are sent to one of the account's addresses: the remote provider handles them; they are
 * fictitious, as all of the sandbox; or they go undetected, because the service isn't connected to a network.
 */
const depositHandlings = ['provider', 'simulated', 'undetected'] as const;

export type DepositHandling = (typeof depositHandlings)[number];

/** An account of a user. */
const userAccount = z.object({
  id: z.string(),
  /** Null for an account that nobody has named. */
  name: z.nullable(z.string()),
});

export type UserAccount = z.output<typeof userAccount>;

export const session = z.object({
  account_id: z.string(),
  /** The accounts of the user, the first one first; the only account of an API key. */
  accounts: z.array(userAccount),
  /** Null where an API key signed in. */
  user: z.nullable(z.object({ id: z.string(), name: z.string(), email: z.string() })),
  /** The key's name if the service returns it, otherwise null. */
  key_name: z.nullable(z.string()),
  /**
   * What the key may do, and the user's roles allow; null where that cannot be known, as with a remote provider's key that
   * signed in itself.
   */
  permissions: z.nullable(z.array(z.enum(permissions))),
  /** What the user's roles allow beyond the wallet service; null for an API key, which may do all of it. */
  console_permissions: z.nullable(z.array(z.enum(consolePermissions))),
  /** Where the user can change things. */
  limits: storedLimits,
  mode: z.enum(modes),
  deposits: z.enum(depositHandlings),
  /** Whether the account has a URL for events of the provider: only then is it worth waiting for them. */
  receives_events: z.boolean(),
  /** The IDs of operations of the wallet service that the provider doesn't have. */
  missing_operations: z.array(z.string()),
  /** ISO 8601. The session ends then, however busy. */
  expires_at: z.string(),
  /** The session ends after so many seconds without a request. */
  idle_timeout_seconds: z.int(),
});

export type Session = z.output<typeof session>;

/** The permissions of a session. */
export type Whose = Pick<Session, 'permissions' | 'console_permissions'>;

/** Those of the permissions that a session lacks. Unknown counts as held: the service decides. */
export function lackingPermissions(current: Whose, access: Access): RolePermission[] {
  const { permissions: ofKey, console_permissions: ofConsole } = current;
  return lackingOf({ permissions: ofKey, consolePermissions: ofConsole }, permissionsIn(access));
}

/** Whether a session may use what needs these permissions. */
export function isPermitted(current: Whose, access: Access): boolean {
  return lackingPermissions(current, access).length === 0;
}

/** Whether the provider behind a session has an operation, as far as is known: all that isn't known to be missing. */
export function isSupported(
  { missing_operations: missing }: Pick<Session, 'missing_operations'>,
  needs: WalletServiceOperationId | undefined,
): boolean {
  return needs === undefined || !missing.includes(needs);
}

export const sessionPath = '/session';

export const readSession = operation({
  id: 'readSession',
  method: 'GET',
  path: sessionPath,
  tag: 'Session',
  summary: 'Who is signed in',
  permission: null,
  query: z.strictObject({}),
  data: session,
  failures: [
    sessionFailure,
    { status: 403, errorCode: 'system', when: 'The URL names an account that the user isn’t a member of' },
    busyFailure,
  ],
});

export const closeSession = operation({
  id: 'closeSession',
  method: 'DELETE',
  path: sessionPath,
  tag: 'Session',
  summary: 'Sign out',
  permission: null,
  grantsAccess: true,
  data: z.object({ result: z.literal('success') }),
  failures: [busyFailure],
});

export const sessionOperations = [readSession, closeSession] as const;
