import { expect, type Page } from '@playwright/test';
import type { UserBalances } from '../src/contract/wallet-service/balances.ts';
import { changeAnswer, limitPermissions } from './fixtures.ts';
import { fail, type Screen } from './screen.ts';

/** Balances of now, their views and checks, and what shows instead of them. */
export const balanceScreens: Screen[] = [
  ...['/balances', '/balances?by=network', '/balances?by=type&zeros=show'].map((path) => ({
    name: path,
    async show(page: Page) {
      await showFewCurrencies(page);
      await page.goto(path);
      const balances = page.getByRole('table', { name: 'Balances' });
      await expect(balances).toContainText('USDT');
      await expect(balances).not.toContainText('USDC');
    },
  })),
  {
    name: 'check of the balances',
    async show(page) {
      await page.goto('/balances/check');
      await expect(page.getByRole('table', { name: 'Balances and wallets' })).toBeVisible();
    },
  },
  {
    name: 'fees of AML checks',
    async show(page) {
      await page.goto('/balances/aml-fees');
      await expect(page.getByRole('table', { name: 'AML checks that wallets paid for' })).toBeVisible();
    },
  },
  {
    name: 'check of the balances that finds differences and doubts',
    async show(page) {
      await changeAnswer(page, '/user-balances', (text) => text.replace(/("USDT":\{"available":)/, '$11'));
      await changeAnswer(page, '/console/sums/wallets', (text) =>
        text.replace('"unreadable":[]', '"unreadable":[{"type":"user","network":"btc"}]'),
      );
      await page.goto('/balances/check');
      await expect(page.getByText('couldn’t be read completely')).toBeVisible();
    },
  },
  {
    name: 'balances while they are read',
    async show(page) {
      await page.route('**/user-balances', () => {});
      await page.goto('/balances');
      await expect(page.getByText('Loading balances')).toBeAttached();
    },
  },
  {
    name: 'balances that are all zero',
    async show(page) {
      await changeAnswer(page, '/user-balances', (text) =>
        text.replaceAll(/"(available|transit|blockchain)":[\d.]+/g, '"$1":0'),
      );
      // A balance with funds on hold isn't hidden, however little is available.
      const answer = { code: '200', error_code: null, error_message: null, data: { balances: null } };
      await page.route('**/console/ledger-balances', async (route) => route.fulfill({ json: answer }));
      await page.goto('/balances');
      await expect(page.getByRole('heading', { name: 'All balances are zero' })).toBeVisible();
    },
  },
  {
    name: 'balances without the permission',
    async show(page) {
      await limitPermissions(page, ['wallets:read']);
      await page.goto('/balances');
      await expect(page.getByText('balances:read')).toBeVisible();
    },
  },
  {
    name: 'balances that cannot be read',
    async show(page) {
      await fail(page, '/user-balances');
      await page.goto('/balances');
      await expect(page.getByText('No luck today.')).toBeVisible();
    },
  },
  {
    name: 'old balances while the browser is offline',
    async show(page) {
      await page.goto('/balances');
      await expect(page.getByRole('table', { name: 'Balances' })).toBeVisible();
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(page.getByRole('alert')).toContainText('Can’t reach');
    },
  },
];

/** One currency that several networks and a pool hold, and one of a single network: each row has dozens of elements. */
async function showFewCurrencies(page: Page): Promise<void> {
  await changeAnswer(page, '/user-balances', (text) => {
    const answer = JSON.parse(text) as { data: { balances: UserBalances } };
    for (const networks of Object.values(answer.data.balances)) {
      for (const funds of Object.values(networks)) {
        for (const currency of Object.keys(funds)) {
          if (currency !== 'USDT' && currency !== 'BTC') delete funds[currency];
        }
      }
    }
    return JSON.stringify(answer);
  });
}
