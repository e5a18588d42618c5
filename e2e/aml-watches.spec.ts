import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { signIn } from './fixtures.ts';
import { test } from './warm-test.ts';
import { showWatches, watched } from './watch-tasks.ts';

/** An address that no other test uses; in lower case it needs no checksum. */
const newAddress = () => `0x${randomBytes(20).toString('hex')}`;

test('a subject is added to monitoring, checked, checked less often, and removed', async ({ page }) => {
  await signIn(page, 'sandbox-compliance');
  const address = newAddress();
  await page.goto(`/aml/monitoring?value=${address}&on=eth`);
  await page.getByRole('combobox', { name: 'Frequency', exact: true }).selectOption('7');
  await page.getByRole('button', { name: 'Monitor', exact: true }).click();
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: new RegExp(`monitoring ${address}`, 'i') }) });
  await expect(row).toBeVisible();
  // The worker checks it, and the page refreshes without a reload.
  await expect(row.getByRole('link', { name: /Low|Unknown|Medium|High|Severe/ })).toBeVisible({
    timeout: 45_000,
  });

  const often = row.getByRole('combobox');
  await expect(often).toHaveValue('7');
  await often.selectOption('90');
  await expect(often).toHaveValue('90');
  await page.reload();
  await expect(often).toHaveValue('90');

  await row.getByRole('button', { name: /Stop monitoring/ }).click();
  await expect(row).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('form', { name: 'Monitor an address or transaction' })).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('a change is shown until a user confirms having seen it', async ({ page }) => {
  await signIn(page, 'sandbox-compliance');
  let sent: unknown;
  await page.route('**/console/aml/watches/seen', async (route) => {
    sent = route.request().postDataJSON();
    await page.unroute('**/console/aml/watches');
    await showWatches(page, {
      ...watched,
      watches: watched.watches.map((watch) => ({ ...watch, is_news: false })),
    });
    await route.fulfill({
      json: { code: '200', error_code: null, error_message: null, data: { result: 'success' } },
    });
  });
  await showWatches(page, watched);
  await page.goto('/');
  await page.getByRole('link', { name: '1 monitored subject has a new alert' }).click();
  await expect(page).toHaveURL('/aml/monitoring');
  await page.getByRole('button', { name: 'Mark as read' }).click();
  await expect(page.getByText('Changed')).toHaveCount(0);
  expect(sent).toEqual({ id: 'watch_1', check_id: 'aml_2' });
});
