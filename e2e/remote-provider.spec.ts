import { expect } from '@playwright/test';
import { signIn, signInToOverview } from './fixtures.ts';
import { test } from './remote-fixture.ts';

// One provider for all of them.
test.describe.configure({ mode: 'default' });

test('a list that can’t be filtered names the filters, disables them, and shows no other rows', async ({
  page,
}) => {
  await signIn(page, 'sandbox-admin');
  await page.goto('/transactions?network=trx&status=error');
  await expect(
    page.getByText(/^This provider ignored the filters Status and Network\..* returns only its first rows\./),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'These filters aren’t available' })).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Status' });
  await expect(tabs.getByTitle('Not available: this provider can’t count these rows').first()).toBeVisible();
  await page.getByRole('link', { name: 'Clear filters' }).first().click();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1–50 of');
  await expect(page.getByRole('combobox', { name: 'Network' })).toHaveAttribute('aria-disabled', 'true');
  await expect(tabs.getByRole('button').first()).toHaveAccessibleDescription(/can’t filter by status\./);
});

test('a list that the console can read whole is filtered and counted', async ({ page }) => {
  await signIn(page, 'sandbox-admin');
  await page.goto('/exchanges?currency_from=BTC');
  await expect(
    page.getByText(/^This provider can’t .*filter by From currency.* to do it\. Data as of/),
  ).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(/ of \d/);
});

test('a statement says which balances aren’t known, and shows what the provider says now', async ({
  page,
}) => {
  await signIn(page, 'sandbox-admin');
  await page.goto('/books');
  await page.getByRole('link', { name: 'This month' }).click();
  await expect(
    page.getByText(/^The opening balances aren’t known, because the console has no snapshot/),
  ).toBeVisible();
  const usdt = page.getByRole('table', { name: 'USDT' }).getByRole('row', { name: /^Tron and Ethereum/ });
  await expect(usdt.getByRole('cell')).toHaveText([
    'Not known',
    'Not known',
    'Not known',
    'Not known',
    'Not known',
    /\d/,
  ]);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('button', { name: /^PDF/ }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^provider-statement-.+\.pdf$/);
});

test('the overview says what it can’t know, and reports only what it has checked as fine', async ({
  page,
}) => {
  await signInToOverview(page, 'sandbox-admin');
  const attention = page.getByRole('region', { name: 'Needs attention now' });
  await expect(attention).toContainText(
    'Failed transactions: not available. This provider ignored the filter',
  );
  await expect(attention).not.toContainText('Nothing needs attention');
});
