import { expect } from '@playwright/test';
import { changeAnswer, fromOwnPage, signIn } from './fixtures.ts';
import { newName } from './wallet-tasks.ts';
import { test } from './warm-test.ts';
import {
  createWithdrawalByApi,
  fact,
  openWithdrawals,
  outsider,
  rows,
  shownIds,
} from './withdrawal-tasks.ts';

// A response that is still being changed when the page closes is discarded.
test.afterEach(async ({ page }) => await page.unrouteAll({ behavior: 'ignoreErrors' }));

test('a new request is deleted: what it held is released, list and detail are up to date, and a deleted one links back', async ({
  page,
}) => {
  await signIn(page, 'sandbox-operator');
  const { request_id: requestId, external_id: externalId } = await createWithdrawalByApi(page, {
    fee_included: false,
  });
  await openWithdrawals(page, '?status=new&limit=25');
  const row = page.locator(`tr[data-row="${requestId}"]`);
  await row.getByRole('rowheader').getByRole('link').click();
  await expect(fact(page, 'Debited')).toHaveText('26.5 USDT');
  await page.keyboard.press('d');
  const dialog = page.getByRole('dialog', { name: 'Delete withdrawal' });
  await expect(dialog).toContainText(externalId);
  await expect(dialog).toContainText(outsider);
  await expect(dialog.getByRole('region', { name: 'Released funds' })).toContainText('26.5 USDT');
  await expect(dialog.getByRole('region', { name: 'Released funds' })).toContainText('exchange pool');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Delete withdrawal' }).click();

  await expect(page.getByText(`Deleted withdrawal “${externalId}”`)).toBeVisible();
  await expect(page).toHaveURL(/\/withdrawals\?/);
  expect(await shownIds(page)).not.toContain(requestId);
  // The row that is there instead, or is next to it.
  await expect(rows(page).getByRole('rowheader').locator('a:focus')).toHaveCount(1);
  await page.goto(`/withdrawals/${requestId}?limit=5`);
  await expect(page.getByRole('heading', { name: 'Withdrawal not found' })).toBeVisible();
  await page.getByRole('button', { name: 'Back to list' }).click();
  await expect(page).toHaveURL(/\/withdrawals\?limit=5$/);
});

/** Shows requests as a page does that fetched them before they were carried out. */
const unbegun = (text: string) => text.replaceAll(/"status":\s*"completed"/g, '"status":"new"');

test('a request that is already processing is not deleted, and the service says why', async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  await openWithdrawals(page, '?status=completed&limit=25');
  const [requestId = ''] = await shownIds(page);
  await changeAnswer(page, '/withdrawal-request', unbegun);
  await page.goto(`/withdrawals/${requestId}/delete?status=completed&limit=25`);
  const dialog = page.getByRole('dialog', { name: 'Delete withdrawal' });
  await dialog.getByRole('button', { name: 'Delete withdrawal' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'The withdrawal is completed. Only new withdrawals can be deleted.',
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator(`tr[data-row="${requestId}"]`)).toBeVisible();
});

test('deleting is only offered for what is new, with the permission, and says so', async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  await openWithdrawals(page, '?status=completed&limit=25');
  await rows(page).first().getByRole('rowheader').getByRole('link').click();
  const drawer = page.getByRole('dialog', { name: 'Withdrawal' });
  const disabled = drawer.getByRole('button', { name: /^Delete/ });
  await expect(disabled).toHaveAttribute('aria-disabled', 'true');
  await expect(disabled).toHaveAccessibleDescription(/Only new withdrawals can be deleted/);
  await expect(fact(page, 'Withdrawal ID')).toBeVisible();
  await page.goto(`${new URL(page.url()).pathname}/delete`);
  await expect(
    page.getByText('Only new withdrawals can be deleted. This one is completed.').last(),
  ).toBeVisible();

  // One of its own: other tests delete theirs.
  const { request_id: requestId } = await createWithdrawalByApi(page, { fee_included: false });
  await signIn(page, 'sandbox-finance');
  await page.goto(`/withdrawals/${requestId}?limit=5`);
  await expect(disabled).toHaveAccessibleDescription(/doesn’t have the withdrawals:write permission/);
});

test("selected requests are deleted together: those that can't be are skipped, and a refused one is no success", async ({
  page,
}) => {
  await signIn(page, 'sandbox-operator');
  const series = newName('Bulk');
  const create = async (number: number, changes: { amount?: string; fee_included?: boolean }) =>
    await createWithdrawalByApi(page, { ...changes, external_id: `${series} ${number}` });
  const first = await create(1, { amount: '25.000001', fee_included: false });
  const second = await create(2, { amount: '30' });
  const third = await create(3, {});
  const completed = await create(4, {});
  const mine = [third, second, first].map(({ request_id: id }) => id);
  // Carried out, as far as the page can see. The service would delete it.
  const itsStatus = new RegExp(`("${completed.request_id}".*?"status":\\s*)"new"`, 's');
  await changeAnswer(page, '/withdrawal-request', (text) => text.replace(itsStatus, '$1"completed"'));
  await openWithdrawals(page, `?search=${encodeURIComponent(series)}`);
  for (const id of [...mine, completed.request_id]) {
    await page.locator(`tr[data-row="${id}"]`).getByRole('checkbox').check();
  }
  await expect(page.getByText('4 rows selected')).toBeVisible();

  const bar = page.getByRole('region', { name: 'Selected rows' });
  await bar.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete withdrawals' });
  await expect(dialog).toContainText('3 of 4 selected withdrawals will be deleted');
  const released = dialog.getByRole('table', { name: 'Released funds' });
  // 25 and 30 include their fees. 25.000001 has a fee of 1.5 on top.
  await expect(released.getByRole('row', { name: /^USDT/ })).toContainText('80.000001');
  await expect(released.getByRole('row', { name: /^USDT/ })).toContainText('81.500001');
  const aside = dialog.getByRole('table', { name: 'Skipped: 1' });
  await expect(aside.getByRole('row').nth(1)).toContainText(completed.external_id);
  await expect(aside.getByRole('row').nth(1)).toContainText('This one is completed');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  // Another user deletes the second before the batch reaches it.
  const gone = await page.request.delete('/api/prod/v1/withdrawal-request', {
    headers: fromOwnPage,
    data: { request_id: second.request_id },
  });
  expect(gone.status()).toBe(200);
  await dialog.getByRole('button', { name: 'Delete 3 withdrawals' }).click();

  await expect(dialog.getByRole('alert')).toHaveText('2 deleted, 1 not deleted, 1 skipped.');
  const results = dialog.getByRole('table', { name: 'Results' });
  const resultOf = ({ external_id: id }: { external_id: string }) =>
    results.getByRole('row').filter({ hasText: id }).getByRole('cell').last();
  await expect(resultOf(first)).toHaveText('Deleted');
  await expect(resultOf(third)).toHaveText('Deleted');
  await expect(resultOf(second)).toHaveText(/^Not deleted.*Withdrawal not found/);
  await dialog.getByRole('button', { name: 'Try 1 withdrawal again' }).click();
  await expect(dialog.getByRole('alert')).toContainText('2 deleted, 1 not deleted');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
  // The list is read again after the deletion, and the skipped one is still in it.
  await expect.poll(async () => await shownIds(page)).toEqual([completed.request_id]);
});

test('a bulk deletion can be stopped between two items and resumed', async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  const made = [await createWithdrawalByApi(page), await createWithdrawalByApi(page)];
  await page.goto('/withdrawals?limit=25&status=new');
  for (const { request_id: id } of made) {
    await page.locator(`tr[data-row="${id}"]`).getByRole('checkbox').check();
  }
  // The first response waits until the test has stopped the deletion.
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/prod/v1/withdrawal-request', async (route) => {
    await answered;
    await route.continue();
  });
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete withdrawals' });
  await dialog.getByRole('button', { name: 'Delete 2 withdrawals' }).click();
  await expect(dialog.getByText('0 of 2 tried')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog.getByText('Stop deleting? Withdrawals already deleted stay deleted.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  answer();
  await expect(dialog.getByRole('alert')).toHaveText('1 deleted, 1 not tried.');
  await dialog.getByRole('button', { name: 'Try 1 withdrawal again' }).click();
  await expect(dialog.getByRole('status')).toHaveText('2 deleted.');
});
