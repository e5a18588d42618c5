import { useLocation } from 'react-router';
import { listSessions, type OpenedSession } from '#contract/gateway/open-sessions.ts';
import { queryOf } from '#dashboard/api/queries.ts';

export const sessionsPath = '/settings/sessions';

/** Whose sessions are shown: of the user or key that is signed in, or of all users of the account. */
export type SessionsOf = 'own' | 'account';

export const sessionsQuery = (of: SessionsOf) => queryOf(listSessions, { query: { of } });

/** The sessions that an address of the page shows. */
export function sessionsOf(search: string): SessionsOf {
  return new URLSearchParams(search).get('of') === 'account' ? 'account' : 'own';
}

/** Those of the current address, and where its dialogs lead back to. */
export function useSessionsOf(): { of: SessionsOf; closeTo: string } {
  const of = sessionsOf(useLocation().search);
  return { of, closeTo: of === 'account' ? `${sessionsPath}?of=account` : sessionsPath };
}

/** Firefox on Windows, as far as it is known. */
export function deviceLabel({ browser, system }: Pick<OpenedSession, 'browser' | 'system'>): string {
  if (browser !== null && system !== null) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}
