import { expect, type Page } from '@playwright/test';
import type { AmlCheck } from '../src/contract/gateway/aml-check.ts';
import { answerChecks, checkBefore, runningCheck, unknownAddress } from './aml-answers.ts';
import { checkWhole, neverChecked, newAddress } from './aml-tasks.ts';
import type { Screen } from './screen.ts';

const key = 'sandbox-compliance';

export const amlScreens: Screen[] = [
  {
    name: 'AML checks',
    key,
    async show(page) {
      await answerChecks(page, [unknownAddress]);
      await page.goto(`/aml?limit=8&value=0x12&search=${unknownAddress.value}`);
      await expect(page.getByRole('rowheader').first()).toBeVisible();
      await expect(page.getByRole('combobox', { name: 'Sanctions' })).toBeVisible();
      await expect(page.getByText('An Ethereum address has 42 characters')).toBeVisible();
    },
  },
  {
    name: 'one AML check, compared with the one before',
    key,
    async show(page) {
      await answerChecks(page, [unknownAddress, checkBefore]);
      await page.goto(`/aml/${unknownAddress.id}`);
      await expect(page.getByRole('table', { name: 'Two reports side by side' })).toBeVisible();
      await page.getByRole('radio', { name: 'Rejected' }).check();
      await page.getByRole('button', { name: 'Decide' }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'Explain your decision' })).toBeVisible();
    },
  },
  {
    name: 'one AML check that the provider refused',
    key,
    async show(page) {
      await showCheck(page, {
        ...unknownAddress,
        state: 'failed',
        band: null,
        score: null,
        categories: [],
        can_resume: true,
        failure: { http_status: 200, code: 'aml', message: 'The address is not of this network' },
      });
      await expect(page.getByText('The provider says: The address is not of this network.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Resume (free)' })).toBeVisible();
    },
  },
  {
    name: 'one AML check while it waits for the report',
    key,
    async show(page) {
      await showCheck(page, runningCheck);
      await expect(page.getByText('Running for')).toBeVisible();
    },
  },
  {
    name: 'AML checks that have ended, announced beside the page',
    key,
    async show(page) {
      // Announced are those that were started in this browser.
      await page.addInitScript((id) => localStorage.setItem('aml-started', id), unknownAddress.id);
      await showCheck(page, unknownAddress, runningCheck);
      await expect(page.getByText(/^AML check of 0xad4Db3.*: Unknown risk/)).toBeVisible();
      await page
        .getByRole('button', { name: /^AML: / })
        .first()
        .click();
      const panel = page.getByRole('dialog', { name: 'AML checks' });
      await expect(panel.getByRole('link', { name: 'All checks' })).toBeVisible();
      await expect(panel.getByRole('region')).toHaveCount(2);
    },
  },
  {
    name: 'many AML checks with their results',
    key,
    async show(page) {
      await page.goto('/aml/batch');
      const list = page.getByRole('textbox', { name: 'Addresses and transaction IDs, one per line' });
      await list.fill(`eth:${newAddress()}\n0x12\nbnb ${newAddress()}`);
      await page.getByRole('button', { name: 'Review cost' }).click();
      await page.getByRole('button', { name: 'Start 2 checks' }).click();
      const started = page.getByRole('region', { name: 'Started: 2' });
      await expect(started.getByText('Unknown', { exact: true })).toHaveCount(2, { timeout: 40_000 });
    },
  },
  {
    name: 'AML rules',
    key,
    async show(page) {
      await page.goto('/settings/aml');
      await page.getByRole('textbox', { name: 'High from a score of' }).fill('many');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Enter a number from 0')).toBeVisible();
    },
  },
  {
    name: 'a list with AML results',
    key,
    async show(page) {
      const response = await page.request.get('/api/prod/v1/wallets?limit=25&network=btc');
      const { data } = (await response.json()) as { data: { wallets: { address: string }[] } };
      const own = data.wallets.map(({ address: value }) => ({ network: 'btc', value }));
      const [first, ...others] = await neverChecked(page, own);
      if (first === undefined || others.length === 0) throw new Error('No wallet was left unchecked.');
      await checkWhole(page, first.value);
      await page.goto('/wallets?limit=25&network=btc');
      await expect(page.getByRole('link', { name: /risk\b.*, score/ }).first()).toBeVisible();
      await expect(page.getByText('Not screened').first()).toBeVisible();
    },
  },
  {
    name: 'a list whose addresses could not be collected',
    key,
    async show(page) {
      await page.route(
        (url) => url.pathname === '/api/prod/v1/transactions' && url.searchParams.get('limit') === '300',
        (route) =>
          route.fulfill({
            status: 400,
            json: { code: '400', error_code: 'request', error_message: 'Not now', data: null },
          }),
      );
      await page.goto('/transactions?limit=8');
      await page.getByRole('button', { name: 'Screen unscreened addresses' }).click();
      await expect(page.getByText('Page 1 couldn’t be loaded.')).toBeVisible();
    },
  },
  {
    name: 'many AML checks whose networks are to be chosen',
    key,
    async show(page) {
      await page.goto('/aml/batch');
      const list = page.getByRole('textbox', { name: 'Addresses and transaction IDs, one per line' });
      await list.fill(`${newAddress()}\n${newAddress()} # from a ticket`);
      await page.getByRole('button', { name: 'Review cost' }).click();
      await expect(page.getByText('Choose the network of 2 lines.')).toBeVisible();
    },
  },
  {
    name: 'many AML checks before they are started',
    key,
    async show(page) {
      await page.goto('/aml/batch');
      const list = page.getByRole('textbox', { name: 'Addresses and transaction IDs, one per line' });
      const address = newAddress();
      await list.fill(`eth:${address}\neth:${address}\n0x12\nbnb:${newAddress()}`);
      await page.getByRole('button', { name: 'Review cost' }).click();
      await expect(page.getByText('This costs 2 checks')).toBeVisible();
    },
  },
];

async function showCheck(page: Page, check: AmlCheck, ...others: AmlCheck[]): Promise<void> {
  await answerChecks(page, [check, ...others]);
  await page.goto(`/aml/${check.id}`);
}
