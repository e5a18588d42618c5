import { expect, request as requests } from '@playwright/test';
import { respondLate } from './fixtures.ts';
import { test } from './own-server.ts';
import { joinAsFirstAdministrator } from './user-tasks.ts';

test.use({ serverFor: 'sandbox users' });
// The last one leaves a user less.
test.describe.configure({ mode: 'default' });

test('signs in as a user of the sandbox with the keyboard alone', async ({ page }) => {
  await page.goto('/sign-in');
  const olivia = page.getByRole('button', { name: 'Olivia Hart, Operator' });
  await expect(olivia).toBeVisible();
  await expect(page.getByLabel('API key', { exact: true })).toBeFocused();
  // Past the eye, the form’s button and the administrator.
  for (let count = 0; count < 4; count += 1) await page.keyboard.press('Tab');
  await expect(olivia).toBeFocused();
  await page.keyboard.press('Enter');
  const account = page.getByRole('region', { name: 'Account' });
  await expect(account.getByText('Olivia Hart')).toBeVisible();
});

test('offers the sandbox’s users beside the others, and an administrator removes one', async ({
  page,
  browser,
  baseURL,
}) => {
  const context = await requests.newContext({ ...(baseURL !== undefined && { baseURL }) });
  await joinAsFirstAdministrator(context);
  await context.dispose();
  const other = await browser.newPage({ ...(baseURL !== undefined && { baseURL }) });
  await other.goto('/sign-in');
  await expect(other.getByLabel('Email')).toBeVisible();
  await other.getByRole('button', { name: 'Sofia Lindgren, Compliance' }).click();
  await expect(other.getByRole('heading', { name: 'Overview' })).toBeVisible();

  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Priya Nair, Administrator' }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await page.goto('/settings/users');
  const row = page.getByRole('row').filter({ hasText: 'Sofia Lindgren' });
  await expect(row.getByText('Sandbox', { exact: true })).toBeVisible();
  await expect(row.getByText('One-click sign-in')).toBeVisible();
  await page.getByRole('link', { name: 'Remove Sofia Lindgren' }).click();
  // Whatever is read first afterwards.
  await respondLate(page, '/console/roles');
  await page.getByRole('button', { name: 'Remove user' }).click();
  await expect(page.getByText('Sofia Lindgren removed')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row).toHaveCount(0);

  await other.goto('/wallets');
  await expect(other).toHaveURL(/\/sign-in/);
  await expect(other.getByRole('button', { name: 'Priya Nair, Administrator' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Sofia Lindgren, Compliance' })).toHaveCount(0);
  await other.close();
});
