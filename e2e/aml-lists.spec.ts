import { expect, type Page } from '@playwright/test';
import { liveEventsPath } from '../src/contract/gateway/live-events.ts';
import { amlCell, neverChecked, type Subject } from './aml-tasks.ts';
import { fromOwnPage, limitPermissions, signIn } from './fixtures.ts';
import { test } from './warm-test.ts';
import { rows } from './withdrawal-tasks.ts';

type Withdrawal = { recipient_wallet: string; network: string; external_id: string; hash: string | null };

/** A recipient of the account's on Tron that is in all lists and unscreened. */
async function uncheckedRecipient(page: Page): Promise<Withdrawal> {
  const response = await page.request.get(
    '/api/prod/v1/withdrawal-requests?network=trx&status=completed&limit=300',
  );
  const { data } = (await response.json()) as { data: { data: Withdrawal[] } };
  const paid = data.data.filter(({ recipient_wallet: value }) => /^T\w{33}$/.test(value));
  const subjects = paid.map(({ recipient_wallet: value }): Subject => ({ network: 'trx', value }));
  const [subject] = await neverChecked(page, subjects);
  const found = paid.find(({ recipient_wallet: value }) => value === subject?.value);
  if (found === undefined) throw new Error('The sandbox has no recipient that was never checked.');
  return found;
}

test('every list shows the latest result of an address and updates it when a check ends', async ({
  page,
}) => {
  await signIn(page, 'sandbox-admin');
  const { recipient_wallet: value, external_id: externalId } = await uncheckedRecipient(page);
  const added = await page.request.post('/console/address-book', {
    headers: fromOwnPage,
    data: { network: 'trx', address: value, name: `AML ${value}`, note: '' },
  });
  expect(added.status()).toBe(200);
  const lists = [
    `/withdrawals?external_id=${encodeURIComponent(externalId)}`,
    `/address-book?search=${value}`,
    `/transactions?search=${value}`,
  ];
  for (const list of lists) {
    await page.goto(list);
    await expect(await amlCell(page)).toHaveText('–Not screened');
  }

  // The test goes from the row to its check and back without reloading the page.
  await rows(page).first().getByRole('rowheader').getByRole('link').click();
  const drawer = page.getByRole('dialog', { name: 'Transaction' });
  const ofRecipient = drawer.locator(`a[href*="${value}"]`);
  await drawer.getByRole('link', { name: 'Check AML' }).and(ofRecipient).click();
  await expect(page).toHaveURL(new RegExp(`/aml\\?value=${value}`));
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page).toHaveURL(/\/aml\/[\w-]+$/);
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/transactions\?(?!.*\/)/);
  const result = (await amlCell(page)).getByRole('link', {
    name: /^(?:Low|Unknown|Medium|High|Severe) risk, .*score [\d.]+, .*checked/,
  });
  await expect(result).toBeVisible({ timeout: 40_000 });
  const { height } = (await rows(page).first().boundingBox()) ?? {};
  expect(height).toBeLessThan(45);

  for (const list of lists.slice(0, 2)) {
    await page.goto(list);
    await expect((await amlCell(page)).getByRole('link', { name: /risk\b.*, score/ })).toBeVisible();
  }
  await (await amlCell(page)).getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Finding' })).toBeVisible();
});

test('a wallet shows the result of its own address', async ({ page }) => {
  await signIn(page, 'sandbox-compliance');
  const response = await page.request.get('/api/prod/v1/wallets?network=trx&limit=300');
  const { data } = (await response.json()) as { data: { wallets: { address: string }[] } };
  const own = data.wallets.map(({ address: value }): Subject => ({ network: 'trx', value }));
  const [wallet] = await neverChecked(page, own.toReversed());
  if (wallet === undefined) throw new Error('The sandbox has no wallet that was never checked.');
  await page.goto(`/wallets?address=${wallet.value}`);
  await expect(await amlCell(page)).toHaveText('–Not screened');
  const started = await page.request.post('/console/aml/checks', {
    headers: fromOwnPage,
    data: { ...wallet, recent_days: 0 },
  });
  expect(started.status()).toBe(200);
  await page.reload();
  await expect((await amlCell(page)).getByRole('link', { name: /risk\b.*, score/ })).toBeVisible({
    timeout: 40_000,
  });
});

test('rows that weren’t drawn by the server ask once, after they are shown, and no page asks where the answer isn’t shown', async ({
  page,
}) => {
  await signIn(page, 'sandbox-compliance');
  await page.goto('/help');
  // A check of another test that ends in the meantime would be announced, and the rows would be fetched again.
  await page.route(`**${liveEventsPath}`, async (route) => route.abort());
  const asked: number[] = [];
  await page.route('**/console/aml/results', async (route) => {
    // The rows wait for nothing.
    await expect(rows(page).first()).toBeVisible();
    asked.push((route.request().postDataJSON() as { subjects: object[] }).subjects.length);
    await route.continue();
  });
  await page.getByRole('link', { name: 'Transactions', exact: true }).click();
  await expect(page.getByText('Not screened').first()).toBeVisible();
  expect(asked).toHaveLength(1);
  expect(asked[0]).toBeGreaterThan(10);

  // Hidden, the column costs nothing, on the server either.
  const hidden = '/transactions?columns=*created_at,amount';
  const response = await page.request.get(hidden, { headers: { accept: 'text/html' } });
  expect(await response.text()).not.toContain('/console/aml/results');
  await page.goto(hidden);
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Columns' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked).toHaveLength(1);
});

test('a key that may not read reports has no such column', async ({ page }) => {
  await signIn(page, 'sandbox-compliance');
  await limitPermissions(page, ['wallets:read']);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/console/aml/results')) asked += 1;
  });
  await page.goto('/wallets?limit=5');
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Status' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'AML' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('checkbox', { name: 'Status' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'AML' })).toHaveCount(0);
  expect(asked).toBe(0);
});
