import { afterEach, expect, it, vi } from 'vitest';

const session = (id: string, ...others: string[]) => ({ account_id: id, accounts: [id, ...others] });

/** The module as a page at this address loads it. */
async function at(pathname: string) {
  vi.resetModules();
  vi.stubGlobal('window', { location: { pathname } });
  return await import('./page-account.ts');
}

afterEach(() => vi.unstubAllGlobals());

it('leaves those with one account at addresses without it', async () => {
  const { pageAccountPrefix, rightAddress } = await at('/wallets');
  expect(pageAccountPrefix()).toBe('');
  expect(rightAddress(session('one'), '/wallets?status=active')).toBeUndefined();
});

it('sends those with several to the address with the account', async () => {
  const { rightAddress } = await at('/wallets');
  expect(rightAddress(session('one', 'two'), '/wallets?status=active')).toBe('/a/one/wallets?status=active');
});

it('stays in the account of its address, and leaves it when another one’s session opens there', async () => {
  const { pageAccountPrefix, rightAddress } = await at('/a/two/wallets');
  expect(pageAccountPrefix()).toBe('/a/two');
  expect(rightAddress(session('two', 'one'), '/wallets')).toBeUndefined();
  expect(rightAddress(session('one'), '/wallets')).toBe('/');
});

it('has a worker ask in the account of its page', async () => {
  vi.resetModules();
  vi.stubGlobal('window', undefined);
  const { pageAccountPrefix, workInAccount } = await import('./page-account.ts');
  expect(pageAccountPrefix()).toBe('');
  workInAccount('/a/two');
  expect(pageAccountPrefix()).toBe('/a/two');
});
