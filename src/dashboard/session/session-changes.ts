import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { sessionChangeKey } from '#contract/early-responses.ts';
import { closeSession, readSession, type Session } from '#contract/gateway/sessions.ts';
import { call, callLast } from '#dashboard/api/client.ts';
import { forgetProviderLimits } from '#dashboard/api/provider-limits.ts';
import { callsAny } from '#dashboard/api/queries.ts';
import { sessionQueries } from './session.queries.ts';

/** The owner of this tab's drafts. Removed on sign-out. */
const ownerKey = 'session-owner';

type Change = 'in' | 'out';

/** Notifies the other tabs of this browser. Sleeping ones find it when they wake. */
function announce(change: Change): void {
  try {
    localStorage.setItem(sessionChangeKey, `${change} ${Date.now()} ${Math.random()}`);
    seen = read();
  } catch {
    // Storage may be forbidden: the other tabs then learn it from their next request.
  }
}

let seen = read();

function read(): string | null {
  try {
    return localStorage.getItem(sessionChangeKey);
  } catch {
    return null;
  }
}

/** Takes everything off the page, so that nothing asks or is drawn while the next page loads. */
let emptyPage = (): void => undefined;

/** Leaves the page with all that it holds in memory. The screen is empty when this returns. */
function leavePage(path: string): void {
  hidePage(true);
  emptyPage();
  // A form that was not sent must not ask whether to stay: its account has left.
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  clearTab();
  window.location.replace(path);
}

/** The whole of it: dialogs and notifications are outside the root. */
function hidePage(isHidden: boolean): void {
  document.body.toggleAttribute('hidden', isHidden);
}

function clearTab(): void {
  try {
    sessionStorage.clear();
  } catch {
    // As above.
  }
}

/** Removes what another user or key has left in this browser. */
function takeOver(session: Session): void {
  const owner = JSON.stringify(ownerOf(session));
  try {
    if (!isDistinct(session) || sessionStorage.getItem(ownerKey) !== owner) clearStorage();
    sessionStorage.setItem(ownerKey, owner);
  } catch {
    // As above.
  }
}

/**
 * Leaves this page when the user signs out in another tab, or someone else signs in: at once, or when the page
 * wakes from sleep, becomes visible or goes online again. `unmount` takes everything off the page.
 */
export function followSessionChanges(queryClient: QueryClient, unmount: () => void): void {
  emptyPage = unmount;
  const look = async (): Promise<void> => {
    const last = read();
    if (last === seen) return;
    seen = last;
    const shown = queryClient.getQueryData(sessionQueries.current().queryKey);
    if (last === null || last.startsWith('out')) {
      leavePage('/sign-in');
    } else if (shown !== undefined) {
      // The page's session is not known yet.
      hidePage(true);
      const current = await call(readSession, {}).catch(() => undefined);
      if (current === undefined || !isSameOwner(current, shown)) leavePage('/');
      else hidePage(false);
    }
  };
  const onWake = (): void => void look();
  window.addEventListener('storage', ({ key }) => {
    if (key === sessionChangeKey || key === null) onWake();
  });
  for (const event of ['pageshow', 'focus', 'online'] as const) window.addEventListener(event, onWake);
  document.addEventListener('visibilitychange', onWake);
}

function isSameOwner(current: Session, shown: Session): boolean {
  return isDistinct(current) && accessOf(current) === accessOf(shown);
}

/** Whether it can be told whose session it is: a key without a name can't be distinguished from others. */
function isDistinct({ user, key_name }: Session): boolean {
  return user !== null || key_name !== null;
}

/** A user's, whatever the account: what a tab or browser keeps names its account. */
function ownerOf({ account_id, user, key_name }: Session) {
  return user === null ? [account_id, key_name] : [user.id];
}

function accessOf(session: Session): string {
  const { account_id, permissions, console_permissions, limits } = session;
  return JSON.stringify([...ownerOf(session), account_id, permissions, console_permissions, limits]);
}

/** What belongs to the browser and not to an account: how the console looks and is used. */
const keptNames = new Set(['color-scheme', 'time-zone', 'letter-shortcuts']);
const keptPrefix = 'layout:';

function isKept(name: string): boolean {
  return keptNames.has(name) || name.startsWith(keptPrefix);
}

/** How the console looks and is used in this browser, to be put back after the browser cleared everything. */
function readKeptSettings(): [name: string, value: string][] {
  try {
    return Object.entries<string>(localStorage).filter(([name]) => isKept(name));
  } catch {
    // Storage may be forbidden: there is nothing in it then.
    return [];
  }
}

function putBack(settings: readonly [name: string, value: string][]): void {
  try {
    for (const [name, value] of settings) localStorage.setItem(name, value);
  } catch {
    // As above.
  }
}

/**
 * Removes everything of the account from the storage of this tab and this browser, no matter which key put it there.
 */
export function clearStorage(): void {
  try {
    sessionStorage.clear();
    for (const name of Object.keys(localStorage)) if (!isKept(name)) localStorage.removeItem(name);
  } catch {
    // As above.
  }
}

/** Forgets all that was read, but for what the pages before sign-in show: it would be gone under the user's eyes. */
export function forgetAccount(queryClient: QueryClient): void {
  queryClient.getMutationCache().clear();
  queryClient.removeQueries({
    predicate: ({ queryKey }) => !callsAny(queryKey, ['signInOptions', 'readInvitation']),
  });
}

/** Makes a session that was just opened the one of this browser: what an earlier one read is forgotten. */
export function enterSession(queryClient: QueryClient, session: Session): void {
  forgetAccount(queryClient);
  forgetProviderLimits();
  takeOver(session);
  announce('in');
  queryClient.setQueryData(sessionQueries.current().queryKey, session);
}

/**
 * Ends the session on the server and in all tabs of this browser, and forgets everything that it read. What is still
 * open with the provider is in the gateway.
 */
export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const settings = readKeptSettings();
      await callLast(closeSession, {});
      // The answer makes the browser clear all of its storage, where it does that at all.
      putBack(settings);
    },
    onSuccess: () => {
      clearStorage();
      announce('out');
      forgetProviderLimits();
      leavePage('/sign-in');
      queryClient.clear();
    },
  });
}
