import { expect } from '@playwright/test';
import { fail, type Screen } from './screen.ts';

/** What the gateway keeps for an account, saved views and settings, and the documentation. */
export const consoleScreens: Screen[] = [
  {
    name: 'saved views of a list',
    async show(page) {
      await page.goto('/transactions?limit=5&network=trx');
      await page.getByRole('button', { name: /^Saved views/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save as new view' }).click();
      await page.keyboard.press('Enter');
      await expect(page.getByText(/Enter a name \(up to 64 characters\)\./)).toBeVisible();
    },
  },
  {
    name: 'settings with a complaint at a field',
    async show(page) {
      await page.goto('/settings');
      await page.getByRole('textbox', { name: 'Address URL' }).first().fill('http://x');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText(/Enter an https/)).toBeVisible();
    },
  },
  {
    name: 'settings without the permission',
    key: 'sandbox-finance',
    async show(page) {
      await page.goto('/settings');
      await expect(page.getByText('wallets:write').first()).toBeVisible();
    },
  },
  {
    name: 'settings that cannot be read',
    async show(page) {
      await fail(page, '/console/settings');
      await page.goto('/settings');
      await expect(page.getByText('No luck today.')).toBeVisible();
    },
  },
  {
    name: 'help menu',
    async show(page) {
      await page.goto('/settings');
      await page.getByRole('button', { name: 'Help', exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'Help' }).getByRole('link')).toHaveCount(2);
    },
  },
  {
    name: 'documentation',
    async show(page) {
      await page.goto('/help');
      await expect(page.getByRole('link', { name: 'Withdrawals', exact: true })).toHaveCount(2);
    },
  },
  {
    name: 'a document with tables and code',
    async show(page) {
      await page.goto('/help/activity-log');
      await expect(page.getByRole('heading', { name: 'Verify it' })).toBeVisible();
    },
  },
  {
    name: 'a document that does not exist',
    async show(page) {
      await page.goto('/help/nothing');
      await expect(page.getByRole('heading', { name: 'Topic not found' })).toBeVisible();
    },
  },
];
