import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { PageAddress } from './pages.ts';

const print = `
  const { pageAddresses } = await import(${JSON.stringify(new URL('pages.ts', import.meta.url).href)});
  console.log(JSON.stringify(await pageAddresses()));
`;

/** Runs in a process of Node alone, as the build does: here, Vite would load the pages. */
async function pageAddresses(): Promise<PageAddress[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', print]);
  return JSON.parse(stdout) as PageAddress[];
}

it('each address has the title and the files of its page', async () => {
  const addresses = await pageAddresses();
  const found = Object.fromEntries(
    addresses.map(({ address, title, files }) => [
      address,
      [title ?? null, ...files.map((file) => basename(file))],
    ]),
  );
  expect(found).toMatchObject({
    '': ['Overview', 'overview-page.tsx'],
    'sign-in': [null, 'sign-in-page.tsx'],
    'address-book': ['Address book', 'book-page.tsx'],
    balances: ['Balances', 'balances-page.tsx', 'overview.tsx'],
    'balances/check': ['Balances', 'balances-page.tsx', 'check.tsx'],
    'wallets/new': ['Wallets', 'wallets-page.tsx', 'create-wallet.tsx'],
    'wallets/:id': ['Wallets', 'wallets-page.tsx', 'wallet-drawer.tsx'],
    'withdrawals/new': ['New withdrawal', 'create-withdrawal.tsx'],
    'aml/batch': ['Batch screening', 'many-view.tsx'],
    'aml/:id': ['AML check', 'check-view.tsx'],
  });
  for (const { files } of addresses) for (const file of files) expect(existsSync(file)).toBe(true);
});
