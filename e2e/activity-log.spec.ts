import { expect, type Page } from '@playwright/test';
import { follow, signIn } from './fixtures.ts';
import { createWalletByApi, newName } from './wallet-tasks.ts';
import { test } from './warm-test.ts';
import { createWithdrawalByApi, rows } from './withdrawal-tasks.ts';

const entryFact = (page: Page, name: string) =>
  page
    .getByRole('dialog', { name: 'Entry' })
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole('definition');

test("a wallet and a withdrawal made by an operator appear in a colleague's activity log, which says so for an entry that doesn't exist", async ({
  page: colleague,
}) => {
  await signIn(colleague, 'sandbox-operator');
  const name = newName('Activity log');
  await createWalletByApi(colleague, { name });
  const { request_id: requestId, external_id: externalId } = await createWithdrawalByApi(colleague);

  await signIn(colleague, 'sandbox-admin');
  await colleague.goto('/activity-log?limit=10');
  const search = colleague.getByRole('textbox', { name: 'Find by address, ID or name' });
  await search.fill(name);
  await expect(colleague).toHaveURL(/search=/);
  await expect(rows(colleague)).toHaveCount(1);
  await expect(rows(colleague)).toContainText(['Create wallet']);
  await expect(rows(colleague)).toContainText(['Completed']);
  await expect(rows(colleague)).toContainText(['Operator']);
  await rows(colleague).getByRole('rowheader').getByRole('link').click();
  await expect(entryFact(colleague, 'Target')).toContainText(name);
  await expect(entryFact(colleague, 'Created ID')).toContainText(/T\w{33}/);
  await expect(entryFact(colleague, 'Request').first()).toContainText('trx');
  await expect(entryFact(colleague, 'Source')).toContainText('Console');
  await expect(entryFact(colleague, 'Hash')).toContainText([/^[\da-f]{64}/, /^[\da-f]{64}/]);
  await colleague.getByRole('link', { name: 'Wallet', exact: true }).click();
  await expect(colleague.getByRole('dialog', { name })).toBeVisible();

  await colleague.goto(`/activity-log?limit=10&search=${requestId}`);
  await expect(rows(colleague)).toHaveCount(1);
  await rows(colleague).getByRole('rowheader').getByRole('link').click();
  await expect(entryFact(colleague, 'Action')).toContainText('Create withdrawal');
  await expect(entryFact(colleague, 'Target')).toContainText(externalId);
  await expect(entryFact(colleague, 'Created ID')).toContainText(requestId);
  await colleague.getByRole('link', { name: 'Withdrawal', exact: true }).click();
  await expect(colleague.getByRole('dialog', { name: 'Withdrawal' })).toContainText(externalId);

  for (const missing of ['999999999', 'nonsense']) {
    await follow(colleague, `/activity-log/${missing}?limit=10`);
    await expect(colleague.getByRole('dialog', { name: 'Entry' })).toContainText('Entry not found');
    await follow(colleague, '/activity-log?limit=10');
    await expect(colleague.getByRole('dialog')).toHaveCount(0);
  }
});

/**
 * Has the creation of a wallet refused until it has an entry of its own, and returns its number. All that a key is
 * refused within a minute shares one entry after the first, and other tests use the key too.
 */
async function listedRefusal(page: Page, name: string): Promise<number> {
  let sequence: number | undefined;
  await expect(async () => {
    const refused = await page.request.post('/api/prod/v1/wallets', {
      headers: { token: 'sandbox-operator' },
      data: { name, network: 'doge', type: 'user' },
    });
    expect(refused.status()).toBe(400);
    const list = await page.request.get(
      '/console/audit-log?operation=createWallet&status=rejected&limit=100',
    );
    const { data } = (await list.json()) as {
      data: { entries: { sequence: number; request_id: string }[] };
    };
    const requestId = refused.headers()['x-request-id'];
    sequence = data.entries.find(({ request_id: id }) => id === requestId)?.sequence;
    expect(sequence).toBeDefined();
  }).toPass({ intervals: [0, 10_000], timeout: 90_000 });
  return Number(sequence);
}

test('a request refused on entry is listed without its content, and filters are in the URL', async ({
  page,
}) => {
  await signIn(page, 'sandbox-admin');
  const name = newName('Refused');
  const sequence = await listedRefusal(page, name);

  await page.goto('/activity-log?limit=10');
  await page.getByRole('combobox', { name: 'Action' }).selectOption('Create wallet');
  await page.getByRole('link', { name: 'Rejected' }).click();
  await expect(page).toHaveURL(
    /operation=createWallet.*status=rejected|status=rejected.*operation=createWallet/,
  );
  await expect(rows(page).first()).toBeVisible();
  await expect(rows(page).filter({ hasNotText: 'Rejected' })).toHaveCount(0);
  await page.locator(`th a[href^="/activity-log/${sequence}?"]`).click();
  await expect(entryFact(page, 'Result')).toContainText('Status 400');
  await expect(entryFact(page, 'Source')).toContainText('API');
  await expect(page.getByText(name)).toHaveCount(0);
});

test('the activity log is exported whole', async ({ page }) => {
  await signIn(page, 'sandbox-finance');
  await page.goto('/activity-log?limit=10&operation=openSession');
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export activity log' });
  await dialog.getByRole('radio', { name: /^CSV/ }).check();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Start export' }).click();
  expect((await download).suggestedFilename()).toMatch(/^activity-log.*\.zip$/);
  await expect(dialog.getByRole('row', { name: /openSession Completed/ })).toBeVisible();
});
