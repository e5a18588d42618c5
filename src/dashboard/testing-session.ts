import type { QueryClient } from '@tanstack/react-query';
import { noLimits } from '#contract/gateway/limits.ts';
import type { Session } from '#contract/gateway/sessions.ts';
import { sessionQueries } from './session/session.queries.ts';

/** Somebody whose role decides what they may do. */
export const testUser = { id: 'user_1', name: 'Ana Ruiz', email: 'ana@example.com' };

/** The session of an API key that may do everything with our own service. */
export const testSession: Session = {
  account_id: 'acc_1',
  accounts: [],
  user: null,
  key_name: null,
  permissions: null,
  console_permissions: null,
  limits: noLimits,
  mode: 'embedded',
  deposits: 'provider',
  receives_events: false,
  missing_operations: [],
  expires_at: '2030-01-01T00:00:00.000Z',
  idle_timeout_seconds: 1800,
};

/** Lets the client have a session of an API key that may do everything with our own service, unless told otherwise. */
export function startSession(client: QueryClient, changes: Partial<Session> = {}): void {
  client.setQueryData(sessionQueries.current().queryKey, { ...testSession, ...changes });
}
