import { expect, type Page } from '@playwright/test';
import { signInToOverview } from './fixtures.ts';
import { test } from './warm-test.ts';

const recipient = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

/** Everything that the tab stores, except the console's appearance. */
const stored = async (page: Page) =>
  page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]));

test('signing out in one tab takes the account out of all tabs, for the next role as well', async ({
  page,
  context,
}) => {
  await signInToOverview(page, 'sandbox-operator');
  await page.evaluate(() => localStorage.setItem('color-scheme', 'dark'));
  const other = await context.newPage();
  await other.goto(`/withdrawals/new?recipient_wallet=${recipient}`);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await other.evaluate((text) => {
    localStorage.setItem('withdrawal-list:sandbox', text);
    sessionStorage.setItem('new-withdrawal:sandbox', text);
    sessionStorage.setItem('aml-list:sandbox', text);
  }, recipient);

  await page.getByRole('button', { name: 'Sign out' }).click();
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL('/sign-in');
    await expect(tab.getByLabel('API key', { exact: true })).toBeVisible();
    const left = await stored(tab);
    expect(left).not.toContain(recipient);
    expect(left).not.toContain('sandbox');
    expect(left).toContain('dark');
    await expect(tab.getByText(recipient)).toHaveCount(0);
  }

  // A second role in the first tab: the other one shows that role when it is used again, and nothing of the first.
  await signInToOverview(page, 'sandbox-compliance');
  await other.goBack().catch(() => null);
  await expect(other.getByText(recipient)).toHaveCount(0);
  await other.goto('/withdrawals/new');
  expect(await stored(other)).not.toContain(recipient);
  await expect(page.getByRole('region', { name: 'Account' }).getByText('Compliance')).toBeVisible();
});

test('a page opened while the session ends asks for nothing that would be refused', async ({ page }) => {
  const refused: string[] = [];
  page.on('response', (response) => response.status() === 401 && refused.push(response.url()));
  await signInToOverview(page, 'sandbox-operator');
  await page.route('/session', async (route) => {
    const response = await route.fetch();
    await page.getByRole('link', { name: 'Exchanges', exact: true }).click();
    await page.waitForTimeout(1_000);
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('API key', { exact: true })).toBeVisible();
  expect(refused).toEqual([]);
});

test('the page draws no error on the way to sign-in, however long that takes', async ({ page }) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await signInToOverview(page, 'sandbox-operator');
  await page.route('/sign-in', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('API key', { exact: true })).toBeVisible();
  expect(errors).toEqual([]);
});
