import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { fromOwnPage } from './fixtures.ts';

/** A name that no other test uses. */
export function newName(what = 'Test wallet'): string {
  return `${what} ${randomUUID().slice(0, 8)}`;
}

/** The row of the wallet list with this name. */
export function walletRow(page: Page, name: string) {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
}

type NewWallet = { name?: string; network?: 'trx' | 'eth' | 'bnb' | 'btc'; type?: 'user' | 'accounting' };

/** Makes a wallet through the interface and returns its address. */
export async function createWalletByApi(
  page: Page,
  { name, network, type }: NewWallet = {},
): Promise<string> {
  const response = await page.request.post('/api/prod/v1/wallets', {
    headers: fromOwnPage,
    data: { name: name ?? newName(), network: network ?? 'trx', type: type ?? 'user' },
  });
  expect(response.status()).toBe(200);
  const { data } = (await response.json()) as { data: { address: string } };
  return data.address;
}

type ListedWallet = { address: string; name: string; balances: Record<string, { available: number }> };

/** A wallet of the sandbox that holds funds. */
export async function fundedWallet(page: Page): Promise<ListedWallet> {
  const pageSize = 300;
  for (let offset = 0; ; offset += pageSize) {
    const response = await page.request.get(`/api/prod/v1/wallets?limit=${pageSize}&offset=${offset}`);
    const { data } = (await response.json()) as { data: { wallets: ListedWallet[] } };
    const found = data.wallets.find(({ balances }) =>
      Object.values(balances).some(({ available }) => available > 0),
    );
    if (found !== undefined) return found;
    if (data.wallets.length < pageSize) throw new Error('the sandbox has no wallet with funds');
  }
}
