import type { DepositHandling, Mode, Session, UserAccount } from '#contract/gateway/sessions.ts';
import { noLimits } from '#contract/gateway/limits.ts';
import { writeIsoTime } from '#domain/time.ts';
import type { SessionDescription } from '../users/access.ts';
import { limitsResponse } from '../users/grants.ts';
import type { LiveSession } from './sessions.ts';

/** What a browser is told of its session. */
export type ToSessionResponse = (session: LiveSession, description: SessionDescription) => Promise<Session>;

export type SessionResponseDeps = {
  mode: Mode;
  deposits: DepositHandling;
  idleTimeoutSeconds: number;
  /** Whether the account has a URL for events of the provider. */
  receivesEvents: (accountId: string) => Promise<boolean>;
  /** The accounts of whoever has signed in, the session's own among them. */
  accountsOf: (session: LiveSession) => Promise<UserAccount[]>;
  /** The IDs of operations that the provider doesn't have. */
  missingOperations: (apiKey: string) => Promise<string[]>;
};

export function createSessionResponse(deps: SessionResponseDeps): ToSessionResponse {
  return async (session, { keyName, user, permissions, consolePermissions }) => ({
    account_id: session.accountId,
    accounts: await deps.accountsOf(session),
    user: user === undefined ? null : { id: user.id, name: user.name, email: user.email },
    key_name: keyName,
    permissions: permissions && [...permissions],
    console_permissions: consolePermissions && [...consolePermissions],
    limits: limitsResponse(user?.limits ?? noLimits),
    mode: deps.mode,
    deposits: deps.deposits,
    receives_events: await deps.receivesEvents(session.accountId),
    missing_operations: await deps.missingOperations(session.apiKey),
    expires_at: writeIsoTime(session.expiresAt),
    idle_timeout_seconds: deps.idleTimeoutSeconds,
  });
}
