import { expect } from '@playwright/test';
import { changeAnswer, fromOwnPage, signIn } from './fixtures.ts';
import { test } from './warm-test.ts';
import {
  createWithdrawalByApi,
  fact,
  openWithdrawals,
  outsider,
  rows,
  shortenRecipients,
  shownIds,
} from './withdrawal-tasks.ts';

// A response that is still being changed when the page closes is discarded.
test.afterEach(async ({ page }) => await page.unrouteAll({ behavior: 'ignoreErrors' }));

test('filters, order, page and detail are the address: after a reload, on the way back and for a colleague', async ({
  browser,
  page,
}) => {
  await signIn(page, 'sandbox-finance');
  // None of these is in progress any more: one that ended in the meantime would appear among the completed ones.
  const weekAgo = new Date(Date.now() - 7 * 86_400_000).toISOString();
  await openWithdrawals(page, `?limit=25&created_to=${weekAgo}`);
  await page.getByRole('combobox', { name: 'Network' }).selectOption('trx');
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('USDT');
  await page.getByRole('link', { name: 'Completed' }).click();
  await page.getByRole('link', { name: /^Amount/ }).click();
  await expect(page.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', /descending/);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page.getByText(/^26–50 of/)).toBeVisible();
  const second = await shownIds(page);
  const listUrl = page.url();

  await rows(page).nth(3).getByRole('rowheader').getByRole('link').click();
  await expect(fact(page, 'Withdrawal ID')).toContainText(second[3] ?? '');
  await page.reload();
  await expect(fact(page, 'Withdrawal ID')).toContainText(second[3] ?? '');
  await page.goBack();
  await expect(page.getByRole('dialog', { name: 'Withdrawal' })).toBeHidden();
  expect(page.url()).toBe(listUrl);
  expect(await shownIds(page)).toEqual(second);
  await page.goBack();
  await expect(page.getByText(/^1–25 of/)).toBeVisible();
  expect((await shownIds(page)).filter((id) => second.includes(id))).toEqual([]);

  const colleague = await browser.newContext();
  const other = await colleague.newPage();
  await signIn(other, 'sandbox-admin');
  await other.goto(listUrl);
  expect(await shownIds(other)).toEqual(second);
  await expect(other.getByRole('combobox', { name: 'Currency' })).toHaveValue('USDT');
  await colleague.close();
});

test('a withdrawal is found by any part of its ID, its reference and its addresses', async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  await openWithdrawals(page, '?limit=5');
  const { request_id: requestId, external_id: externalId } = await createWithdrawalByApi(page);
  const search = page.getByRole('textbox', { name: 'Find by reference, ID or address' });
  await search.fill(requestId.slice(5, 20));
  await expect(page).toHaveURL(new RegExp(`search=${requestId.slice(5, 20)}`));
  await expect(rows(page)).toHaveCount(1);
  expect(await shownIds(page)).toEqual([requestId]);
  await search.fill(externalId.slice(4).toUpperCase());
  await expect(page).toHaveURL(new RegExp(`search=${externalId.slice(4).toUpperCase()}`));
  await expect(rows(page)).toHaveCount(1);
  expect(await shownIds(page)).toEqual([requestId]);
});

test('a reference that is a number is found and not read as an amount', async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  await openWithdrawals(page, '?limit=5');
  const number = String(Date.now());
  await createWithdrawalByApi(page, { external_id: number });
  const search = page.getByRole('textbox', { name: 'Find by reference, ID or address' });
  await search.fill(`${number}.5`);
  await expect(page.getByText(/^Search covers .+, not amounts/)).toBeVisible();
  await search.fill(number);
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText(/^Search covers .+, not amounts/)).toHaveCount(0);
});

test('an address that the provider shortened in the list is completed by the detail', async ({ page }) => {
  await signIn(page, 'sandbox-finance');
  await changeAnswer(page, '/withdrawal-requests', shortenRecipients);
  await openWithdrawals(page, '?limit=25&network=trx&status=completed');
  // Recipients with a name from the address book don't show their address.
  const recipient = rows(page).getByRole('button', { name: /^Copy address T/ });
  await expect(recipient.first()).toHaveAttribute('aria-description', /^T\w{33}$/);
  await expect(page.getByRole('button', { name: /^Shortened address/ })).toHaveCount(0);
});

test("an address that can't be completed is highlighted and not copied, and the transaction with the same hash completes it", async ({
  context,
  page,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'sandbox-operator');
  const { request_id: requestId } = await createWithdrawalByApi(page);
  await changeAnswer(page, '/withdrawal-requests', shortenRecipients);
  await changeAnswer(page, '/withdrawal-request', shortenRecipients);
  await page.goto(`/withdrawals/${requestId}?limit=5`);
  const part = fact(page, 'Recipient').getByRole('button', { name: 'Shortened address TLa2f6V…5wYjU7' });
  await expect(part).toBeVisible();
  await expect(fact(page, 'Recipient')).toContainText('Shortened by the provider');
  await page.evaluate(() => navigator.clipboard.writeText('before'));
  await expect(part).toHaveAttribute('aria-disabled', 'true');
  await part.click({ force: true });
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('before');

  await page.goto('/withdrawals?network=trx&status=completed&limit=25');
  await rows(page).first().getByRole('rowheader').getByRole('link').click();
  await expect(fact(page, 'Recipient')).toContainText('completed from the transaction with the same hash');
  await expect(fact(page, 'Recipient').getByRole('button', { name: /^Copy address/ })).toHaveText(
    /^T\w{33}$/,
  );
});

test('the sums and the export cover all matching requests, every digit unchanged', async ({ page }) => {
  await signIn(page, 'sandbox-finance');
  // The period excludes payments of other tests.
  const before = encodeURIComponent(new Date(Date.now() - 2 * 86_400_000).toISOString());
  await openWithdrawals(page, `?currency=USDT&status=completed&limit=25&created_to=${before}`);
  const total = await page.getByText(/^1–25 of/).innerText();
  const count = Number(total.replace(/^.* of /, ''));
  await page.getByRole('button', { name: 'Sums' }).click();
  const panel = page.getByRole('dialog', { name: 'Totals of all matching rows' });
  await expect(panel.getByText(`Withdrawals: ${count} rows (all matching).`)).toBeVisible();
  const sum = await panel.getByRole('row', { name: /USDT/ }).getByRole('cell').nth(2).innerText();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('radio', { name: /^JSON/ }).check();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Start export' }).click();
  const stream = await (await downloading).createReadStream();
  let text = '';
  for await (const part of stream) text += String(part);
  const { header, rows: exported } = JSON.parse(text) as {
    header: { complete: boolean; rows_written: number; sums: { sums: { requested: string } }[] };
    rows: { request_id: string; status: string; currency: string }[];
  };
  expect(header).toMatchObject({ complete: true, rows_written: count });
  expect(header.sums.map(({ sums }) => sums.requested)).toEqual([sum.replaceAll(',', '')]);
  expect(new Set(exported.map(({ request_id: id }) => id)).size).toBe(count);
  expect(exported.every(({ status, currency }) => status === 'completed' && currency === 'USDT')).toBe(true);
});

test('a recipient is named by the address book', async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  // Another test may have saved it.
  const saved = await page.request.post('/console/address-book', {
    headers: fromOwnPage,
    data: { name: 'Supplier', network: 'trx', address: outsider, note: '' },
  });
  expect([200, 400]).toContain(saved.status());
  const book = await page.request.get(`/console/address-book?network=trx&search=${outsider}`);
  const { data } = (await book.json()) as { data: { entries: { name: string }[] } };
  const name = data.entries[0]?.name ?? '';
  const first = await createWithdrawalByApi(page, { amount: '27.5', fee_included: false });

  await openWithdrawals(page, `?external_id=${encodeURIComponent(first.external_id)}`);
  await expect(rows(page).first()).toContainText(name);
  await rows(page).first().getByRole('rowheader').getByRole('link').click();
  const drawer = page.getByRole('dialog', { name: `Withdrawal of 27.5 USDT to ${name}` });
  await expect(drawer).toBeVisible();
  const timeline = drawer.getByRole('region', { name: 'Timeline' });
  expect((await timeline.boundingBox())?.y).toBeLessThan(300);
});
