import { expect } from '@playwright/test';
import { checkWhole, newAddress } from './aml-tasks.ts';
import type { Screen } from './screen.ts';

const key = 'sandbox-compliance';

export const amlScreens: Screen[] = [
  {
    name: 'AML checks',
    key,
    async show(page) {
      await checkWhole(page, newAddress());
      await page.goto('/aml?limit=8&value=0x12');
      await expect(page.getByRole('rowheader').first()).toBeVisible();
      await expect(page.getByRole('combobox', { name: 'Sanctions' })).toBeVisible();
      await expect(page.getByText('An Ethereum address has 42 characters')).toBeVisible();
    },
  },
  {
    name: 'one AML check, compared with the one before',
    key,
    async show(page) {
      const address = newAddress();
      await checkWhole(page, address);
      await page.goto(`/aml?value=${address}&on=eth`);
      await page
        .getByRole('combobox', { name: 'Use a report that is there' })
        .selectOption('Always a new check');
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await expect(page.getByRole('table', { name: 'Two reports side by side' })).toBeVisible({
        timeout: 40_000,
      });
      await page.getByRole('radio', { name: 'Rejected' }).check();
      await page.getByRole('button', { name: 'Decide' }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'Say why' })).toBeVisible();
    },
  },
  {
    name: 'AML rules',
    key,
    async show(page) {
      await page.goto('/settings/aml');
      await page.getByRole('textbox', { name: 'High from a score of' }).fill('many');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('must be a number from 0')).toBeVisible();
    },
  },
  {
    name: 'many AML checks before they are started',
    key,
    async show(page) {
      await page.goto('/aml/many');
      const list = page.getByRole('textbox', { name: 'Addresses and transaction ids, one a line' });
      const address = newAddress();
      await list.fill(`${address}\n${address}\n0x12\n${newAddress()}`);
      await page.getByRole('button', { name: 'See what it costs' }).click();
      await expect(page.getByText('This costs 2 checks')).toBeVisible();
    },
  },
];
