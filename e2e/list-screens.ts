import { expect } from '@playwright/test';
import { limitPermissions } from './fixtures.ts';
import type { Screen } from './screen.ts';

/** The history lists, and what can cover any page. */
export const listScreens: Screen[] = [
  {
    name: 'transactions',
    async show(page) {
      await page.goto('/transactions?limit=8');
      await expect(page.getByRole('rowheader').first()).toBeVisible();
      await page.getByRole('checkbox', { name: 'Select row' }).first().check();
      await expect(page.getByText('1 row selected')).toBeVisible();
    },
  },
  {
    name: 'transactions that no filter matches',
    async show(page) {
      await page.goto('/transactions?search=nothing-is-called-so');
      await expect(page.getByText('No matches')).toBeVisible();
    },
  },
  {
    name: 'transactions without the permission',
    async show(page) {
      await limitPermissions(page, []);
      await page.goto('/transactions');
      await expect(
        page.getByText('Your API key doesn’t have the transactions:read permission.'),
      ).toBeVisible();
    },
  },
  {
    name: 'one transaction',
    key: 'sandbox-admin',
    async show(page) {
      await page.goto('/transactions?limit=5&status=completed&direction=out&network=eth');
      await page.getByRole('rowheader').first().getByRole('link').click();
      const drawer = page.getByRole('dialog', { name: 'Transaction' });
      await expect(drawer.getByText('Related', { exact: true })).toBeVisible();
      await expect(drawer.getByRole('link', { name: /^Check (?:AML|again)$/ }).first()).toBeVisible();
    },
  },
  {
    name: 'columns of a list',
    async show(page) {
      await page.goto('/transactions?limit=5');
      await page.getByRole('button', { name: 'Columns' }).click();
      await expect(page.getByRole('checkbox', { name: 'Transaction ID' })).toBeVisible();
    },
  },
  {
    name: 'range of a list',
    async show(page) {
      await page.goto('/transactions?limit=5');
      await page.getByRole('button', { name: /^Time:/ }).click();
      await expect(page.getByRole('dialog', { name: 'Time' }).getByText('Last 30 days')).toBeVisible();
    },
  },
  {
    name: 'exchanges',
    async show(page) {
      await page.goto('/exchanges?limit=8');
      await expect(page.getByRole('rowheader').first()).toBeVisible();
    },
  },
  {
    name: 'one exchange',
    async show(page) {
      await page.goto('/exchanges?limit=5');
      await page.getByRole('rowheader').first().getByRole('link').click();
      await expect(page.getByRole('dialog', { name: 'Exchange' }).getByText('After fee')).toBeVisible();
    },
  },
  {
    name: 'sums of a list',
    async show(page) {
      await page.goto('/exchanges?limit=5');
      await page.getByRole('button', { name: 'Sums' }).click();
      await expect(page.getByText(/all matching/)).toBeVisible();
    },
  },
  {
    name: 'search for everything',
    async show(page) {
      await page.goto('/help');
      await expect(page.getByRole('heading', { level: 1, name: 'Documentation' })).toBeVisible();
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('combobox', { name: 'Search everything' }).fill('trans');
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'sheet of all keyboard shortcuts',
    async show(page) {
      await page.goto('/help');
      await expect(page.getByRole('heading', { level: 1, name: 'Documentation' })).toBeVisible();
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    },
  },
];
