import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Session } from '#contract/gateway/sessions.ts';
import { clearStorage } from './session-changes.ts';
import { sessionQueries } from './session.queries.ts';

/** Its entries are its own properties, as a browser's are. */
class MemoryStorage {
  [name: string]: unknown;
  getItem(name: string): string | null {
    return Object.hasOwn(this, name) ? String(this[name]) : null;
  }
  setItem(name: string, value: string): void {
    this[name] = value;
  }
  removeItem(name: string): void {
    delete this[name];
  }
  clear(): void {
    for (const name of Object.keys(this)) this.removeItem(name);
  }
}

const replace = vi.fn<(path: string) => void>();
const unmount = vi.fn<() => void>();
let root: Map<string, string>;
let shared: MemoryStorage;
let own: MemoryStorage;

beforeEach(() => {
  [shared, own, root] = [new MemoryStorage(), new MemoryStorage(), new Map()];
  replace.mockReset();
  unmount.mockReset();
  vi.stubGlobal('localStorage', shared);
  vi.stubGlobal('sessionStorage', own);
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { replace } }));
  const body = {
    toggleAttribute: (name: string, isSet: boolean) => (isSet ? root.set(name, '') : root.delete(name)),
  };
  vi.stubGlobal('document', Object.assign(new EventTarget(), { body }));
  shared.setItem('color-scheme', 'dark');
  shared.setItem('withdrawal-list:mine', 'salaries');
  own.setItem('new-withdrawal', 'a draft');
  own.setItem('aml-list:mine', 'addresses');
});

afterEach(() => vi.unstubAllGlobals());

const signedIn = {
  account_id: 'mine',
  user: null,
  key_name: 'Operator',
  permissions: [],
} as Partial<Session> as Session;

/** A tab that has just been opened. */
async function openTab() {
  vi.resetModules();
  const tab = await import('./session-changes.ts');
  const client = new QueryClient();
  client.setQueryData(sessionQueries.current().queryKey, signedIn);
  tab.followSessionChanges(client, unmount);
  return tab;
}

it("removes drafts, import lists and all other account data from storage, and keeps the console's appearance", () => {
  shared.setItem('layout:transactions', 'wide');
  clearStorage();
  expect(Object.keys(own)).toEqual([]);
  expect(Object.keys(shared)).toEqual(['color-scheme', 'layout:transactions']);
});

it('takes the account off the screen and out of every other tab at once on sign-out', async () => {
  await openTab();
  shared.setItem('session-change', 'out 1 1');
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'session-change' }));
  expect(root.has('hidden')).toBe(true);
  expect(Object.keys(own)).toEqual([]);
  expect(replace).toHaveBeenCalledExactlyOnceWith('/sign-in');
});

it.each(['pageshow', 'focus', 'online'])(
  'takes the account off the screen in a tab that missed the sign-out, as soon as it wakes with %s',
  async (event) => {
    await openTab();
    shared.setItem('session-change', 'out 1 1');
    expect(root.has('hidden')).toBe(false);
    window.dispatchEvent(new Event(event));
    expect(root.has('hidden')).toBe(true);
    expect(unmount).toHaveBeenCalledOnce();
    expect(Object.keys(own)).toEqual([]);
    expect(replace).toHaveBeenCalledExactlyOnceWith('/sign-in');
  },
);

it('drops in the same tab what another key has left, and keeps what the same one has', async () => {
  const { enterSession } = await openTab();
  const client = new QueryClient();
  enterSession(client, signedIn);
  own.setItem('new-withdrawal', 'a draft');
  enterSession(client, signedIn);
  expect(own.getItem('new-withdrawal')).toBe('a draft');
  enterSession(client, { ...signedIn, key_name: 'Compliance' });
  expect(Object.keys(own)).toEqual(['session-owner']);
  expect(Object.keys(shared)).toEqual(['color-scheme', 'session-change']);
});

it('drops in the same tab what another user of the account has left, and keeps what the same one has', async () => {
  const { enterSession } = await openTab();
  const client = new QueryClient();
  const ana = { ...signedIn, user: { id: 'ana', name: 'Ana', email: 'ana@example.com' }, key_name: null };
  enterSession(client, ana);
  own.setItem('new-withdrawal', 'a draft');
  enterSession(client, ana);
  expect(own.getItem('new-withdrawal')).toBe('a draft');
  enterSession(client, { ...ana, user: { ...ana.user, id: 'ben' } });
  expect(Object.keys(own)).toEqual(['session-owner']);
});
