import { expect, type Page } from '@playwright/test';
import { amlScreens } from './aml-screens.ts';
import { balanceScreens } from './balance-screens.ts';
import { bookScreens } from './book-screens.ts';
import { closingScreens } from './closing-screens.ts';
import { consoleScreens } from './console-screens.ts';
import { changeAnswer, limitPermissions } from './fixtures.ts';
import { eventScreens } from './event-screens.ts';
import { activityLogScreens } from './activity-log-screens.ts';
import { reconciliationScreens } from './reconciliation-screens.ts';
import { ledgerScreens } from './ledger-screens.ts';
import { valueScreens } from './value-screens.ts';
import { listScreens } from './list-screens.ts';
import { providerScreens } from './provider-screens.ts';
import { overviewScreens } from './overview-screens.ts';
import { roleScreens } from './role-screens.ts';
import { sessionScreens } from './session-screens.ts';
import { userScreens } from './user-screens.ts';
import { watchScreens } from './watch-screens.ts';
import { withdrawalScreens } from './withdrawal-screens.ts';
import { fail, type Screen } from './screen.ts';
import { signInScreens } from './sign-in-screens.ts';
import { createWalletByApi, fundedWallet } from './wallet-tasks.ts';

/** A short list behind a dialog: axe would look at each of its rows again. */
const few = '?limit=5';

const dialog = (page: Page) => page.getByRole('dialog');
const qrCode = (page: Page) => page.getByRole('img', { name: /^QR code of the address/ });

async function openWallet(page: Page, action = ''): Promise<void> {
  const { address } = await fundedWallet(page);
  await page.goto(`/wallets/${address}${action}${few}`);
}

export const screens: Screen[] = [
  {
    name: 'sign-in',
    key: null,
    async show(page) {
      await page.goto('/sign-in');
      await expect(page.getByRole('heading', { name: 'Or try the sandbox as' })).toBeVisible();
    },
  },
  {
    name: 'sign-in with an unknown key',
    key: null,
    async show(page) {
      await page.goto('/sign-in');
      await page.getByLabel('API key', { exact: true }).fill('not a key');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible();
    },
  },
  ...signInScreens,
  {
    name: 'API reference',
    key: null,
    async show(page) {
      await page.goto('/reference');
      await expect(page.getByRole('button', { name: 'Copy: Base URL' })).toBeVisible();
    },
  },
  {
    name: 'wallet list',
    async show(page) {
      await page.goto('/wallets?limit=25');
      await expect(page.getByRole('rowheader').first()).toBeVisible();
    },
  },
  {
    name: 'wallet list where nothing matches',
    async show(page) {
      await page.goto(
        '/wallets?type=accounting&network=trx&offset=0&address=TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
      );
      await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
    },
  },
  {
    name: 'wallet list of an account without wallets',
    async show(page) {
      await changeAnswer(page, '/wallets', (text) => {
        const answer = JSON.parse(text);
        return JSON.stringify({ ...answer, data: { ...answer.data, count: 0, wallets: [] } });
      });
      await page.goto('/wallets');
      await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
    },
  },
  {
    name: 'wallet list that cannot be read',
    async show(page) {
      await fail(page, '/wallets');
      await page.goto('/wallets');
      await expect(page.getByText('No luck today.')).toBeVisible();
    },
  },
  {
    name: 'wallet list without the permission',
    async show(page) {
      await limitPermissions(page, ['balances:read']);
      await page.goto('/wallets');
      await expect(page.getByText('wallets:read')).toBeVisible();
    },
  },
  {
    name: 'wallet drawer',
    async show(page) {
      await openWallet(page);
      await expect(qrCode(page)).toBeVisible();
    },
  },
  {
    name: 'wallet drawer with refunds',
    async show(page) {
      const response = await page.request.get('/api/prod/v1/wallets?limit=300');
      const { data } = (await response.json()) as {
        data: { wallets: { address: string; refund?: object[] }[] };
      };
      const wallet = data.wallets.find(({ refund }) => refund !== undefined);
      await page.goto(`/wallets/${wallet?.address}${few}`);
      await expect(qrCode(page)).toBeVisible();
    },
  },
  {
    name: 'wallet drawer of an address that the account does not have',
    async show(page) {
      await page.goto(`/wallets/TJRabPrwbZy45sbavfcjinPJC18kjpRTv8${few}`);
      await expect(dialog(page)).toContainText('Wallet not found');
    },
  },
  {
    name: 'new wallet',
    async show(page) {
      await page.goto(`/wallets/new${few}`);
      await expect(dialog(page).getByText(/^\d+ of 500 used$/)).toHaveCount(4);
    },
  },
  {
    name: 'new wallet with a complaint at a field',
    async show(page) {
      await page.goto(`/wallets/new${few}`);
      await page.getByRole('button', { name: 'Create wallet' }).click();
      await expect(page.getByText(/Enter a name \(up to 64 characters\)\./)).toBeVisible();
    },
  },
  {
    name: 'question whether to discard what was entered',
    async show(page) {
      await page.goto(`/wallets/new${few}`);
      await page.getByLabel('Name', { exact: true }).fill('Half a name');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'created wallet',
    async show(page) {
      await page.goto(`/wallets/new${few}`);
      await page.getByLabel('Name', { exact: true }).fill('Seen by axe');
      await page.getByRole('button', { name: 'Create wallet' }).click();
      await expect(qrCode(page)).toBeVisible();
    },
  },
  {
    name: 'new wallet without the permission',
    key: 'sandbox-finance',
    async show(page) {
      await page.goto(`/wallets/new${few}`);
      await expect(dialog(page)).toContainText('wallets:write');
    },
  },
  {
    name: 'rename wallet',
    async show(page) {
      await openWallet(page, '/rename');
      await expect(dialog(page).getByRole('textbox')).toBeVisible();
    },
  },
  {
    name: 'status of a wallet',
    async show(page) {
      await openWallet(page, '/status');
      await expect(dialog(page).getByRole('radio')).toHaveCount(3);
    },
  },
  {
    name: 'delete wallet that holds funds',
    async show(page) {
      await openWallet(page, '/delete');
      await expect(dialog(page).getByRole('link', { name: 'Withdraw', exact: true })).toBeVisible();
    },
  },
  {
    name: 'delete wallet, with a complaint',
    async show(page) {
      const address = await createWalletByApi(page);
      await page.goto(`/wallets/${address}/delete${few}`);
      await dialog(page).getByRole('button', { name: 'Delete wallet' }).click();
      await expect(dialog(page)).toContainText('exactly as shown');
    },
  },
  ...balanceScreens,
  ...overviewScreens,
  ...providerScreens,
  ...ledgerScreens,
  ...valueScreens,
  ...closingScreens,
  ...reconciliationScreens,
  ...listScreens,
  ...activityLogScreens,
  ...eventScreens,
  ...sessionScreens,
  ...userScreens,
  ...roleScreens,
  ...withdrawalScreens,
  ...consoleScreens,
  ...bookScreens,
  ...amlScreens,
  ...watchScreens,
  {
    name: 'page that does not exist',
    async show(page) {
      await page.goto('/nowhere');
      await expect(page.getByRole('heading', { name: 'This page doesn’t exist' })).toBeVisible();
    },
  },
];
