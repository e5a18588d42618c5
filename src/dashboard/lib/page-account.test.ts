import { afterEach, expect, it, vi } from 'vitest';

/** The module as a page at this path loads it. */
async function at(pathname: string) {
  vi.resetModules();
  vi.stubGlobal('window', { location: { pathname } });
  return await import('./page-account.ts');
}

// No other test file may find the module in an account.
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it.each([
  ['/wallets', ''],
  ['/a/two', '/a/two'],
  ['/a/two/wallets', '/a/two'],
])('makes the requests of %s in the account that it names', async (pathname, prefix) => {
  const { pageAccountPrefix } = await at(pathname);
  expect(pageAccountPrefix()).toBe(prefix);
});

it('has a worker ask in the account of its page', async () => {
  vi.resetModules();
  vi.stubGlobal('window', undefined);
  const { pageAccountPrefix, workInAccount } = await import('./page-account.ts');
  expect(pageAccountPrefix()).toBe('');
  workInAccount('/a/two');
  expect(pageAccountPrefix()).toBe('/a/two');
});
