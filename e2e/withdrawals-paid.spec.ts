import { expect, type Page } from '@playwright/test';
import {
  enter,
  form,
  fundedPersonalWallet,
  newAddress,
  openForm,
  reviewNew,
  sendButton,
} from './create-tasks.ts';
import { changeAnswer, signIn } from './fixtures.ts';
import { test } from './own-server.ts';
import {
  createWithdrawalByApi,
  fact,
  outsider,
  payWithdrawalByApi,
  rows,
  shownIds,
} from './withdrawal-tasks.ts';

// Long enough to delete what is new, and no longer, since each of these waits for it.
test.use({ serverFor: 'payments', serverSettings: { WITHDRAWAL_DELAY_SECONDS: '10' } });
// On one server: they wait most of the time.
test.describe.configure({ mode: 'default' });

// A response that is still being changed when the page closes is discarded.
test.afterEach(async ({ page }) => await page.unrouteAll({ behavior: 'ignoreErrors' }));

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Withdrawal' });

/** Asks for 25 USDT to a new recipient through the form; ends on the page of the request, and returns its id. */
async function requestThroughForm(page: Page, open: () => Promise<void>): Promise<string> {
  await open();
  const recipient = newAddress();
  await enter(page, { recipient, amount: '25' });
  await reviewNew(page, recipient);
  await sendButton(page).click();
  await expect(page).toHaveURL(/\/withdrawals\/wd_/);
  await expect(fact(page, 'Status')).toBeVisible();
  return new URL(page.url()).pathname.replace('/withdrawals/', '');
}

async function statusOf(page: Page, id: string): Promise<string> {
  const response = await page.request.get(`/api/prod/v1/withdrawal-request?request_id=${id}`);
  const { data } = (await response.json()) as { data: { data: { status: string } } };
  return data.data.status;
}

/** Follows the open request, which the page keeps up to date, to its end. */
async function followToEnd(page: Page): Promise<string> {
  const status = fact(page, 'Status');
  await expect(status).not.toHaveText(/New|Processing/, { timeout: 90_000 });
  return (await status.innerText()).trim();
}

/** Shows a request as new, as a page does that loaded it before it was processed. */
const unbegun = (text: string) => text.replaceAll(/"status":\s*"(processing|completed)"/g, '"status":"new"');

/** Tries to delete a request as soon as it is processing, and returns the service's refusal. */
async function deleteWhenBegun(page: Page, id: string): Promise<string> {
  await changeAnswer(page, '/withdrawal-request', unbegun);
  await page.goto(`/withdrawals/${id}/delete?limit=5`);
  const dialog = page.getByRole('dialog', { name: 'Delete withdrawal' });
  const button = dialog.getByRole('button', { name: 'Delete withdrawal' });
  await expect(button).toBeVisible();
  await expect.poll(async () => statusOf(page, id), { timeout: 90_000, intervals: [200] }).not.toBe('new');
  await button.click();
  const alertText = (await dialog.getByRole('alert').textContent()) ?? '';
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.goto(`/withdrawals/${id}?limit=5`);
  return alertText;
}

const refusal = 'The withdrawal is processing. Only new withdrawals can be deleted';

/** The activity log's rows about a request, for a user who has not made it. */
async function findInActivityLog(page: Page, id: string, count: number): Promise<void> {
  await page.goto('/activity-log');
  await page.getByRole('textbox', { name: 'Find by address, ID or name' }).fill(id);
  await expect(page).toHaveURL(new RegExp(`search=${id}`));
  await expect(rows(page)).toHaveCount(count);
}

test('a withdrawal from each source is paid, a new one is deleted, a processing one is not, and the activity log lists all', async ({
  browser,
  page,
}) => {
  test.setTimeout(420_000);
  await signIn(page, 'sandbox-operator');
  const wallet = await fundedPersonalWallet(page, 'eth', 'USDT');
  const atWallet = async () => {
    await page.goto(`/wallets/${wallet.address}?limit=5`);
    await page
      .getByRole('dialog', { name: wallet.name })
      .getByRole('link', { name: 'Withdraw', exact: true })
      .click();
    await form(page).getByLabel('Currency').selectOption('USDT');
    await expect(form(page).getByRole('combobox', { name: 'Wallet' })).toHaveValue(
      new RegExp(`^${wallet.name}`),
    );
  };
  const atBalance = async () => {
    await page.goto('/balances');
    await page.getByRole('link', { name: 'Withdraw USDT of Accounting, BNB Chain' }).click();
    await expect(form(page).getByRole('radio', { name: 'Exchange pool' })).toBeChecked();
    await expect(form(page).getByLabel('Network')).toHaveValue('bnb');
  };

  // A busy machine may be too late for what is new.
  const removed = await untilItIs(async () => {
    const id = await requestThroughForm(page, async () =>
      openForm(page, { sender: 'exchange', network: 'bnb', currency: 'USDT' }),
    );
    await page.keyboard.press('d');
    const dialog = page.getByRole('dialog', { name: 'Delete withdrawal' });
    await dialog.getByRole('button', { name: 'Delete withdrawal' }).click();
    const done = page.getByText(/^Deleted withdrawal/);
    await expect(done.or(dialog.getByRole('alert')).first()).toBeVisible();
    return (await done.isVisible()) ? id : undefined;
  });

  // The sandbox's chain refuses a few, and a busy machine may be too late for the seconds of processing.
  const fromWallet = await untilItIs(async () => {
    const id = await requestThroughForm(page, atWallet);
    await expect(drawer(page).getByText('Updating automatically')).toBeVisible();
    const alertText = await deleteWhenBegun(page, id);
    const status = await followToEnd(page);
    return alertText.includes(refusal) && status.startsWith('Completed') ? id : undefined;
  });
  await expect(fact(page, 'Sender')).toContainText(wallet.address);
  await expect(fact(page, 'Hash')).toContainText('0x');

  const fromPool = await untilItIs(async () => {
    const id = await requestThroughForm(page, atBalance);
    await expect(drawer(page).getByText('Updating automatically')).toBeVisible();
    return (await followToEnd(page)).startsWith('Completed') ? id : undefined;
  });
  await expect(fact(page, 'Sender')).toContainText('Exchange pool');
  await expect(drawer(page).getByText('Updating automatically')).toHaveCount(0);

  const context = await browser.newContext();
  const colleague = await context.newPage();
  // What a withdrawal was is shown to those who may request one.
  await signIn(colleague, 'sandbox-admin');
  await findInActivityLog(colleague, fromPool, 1);
  await expect(rows(colleague)).toContainText(['Create withdrawal']);
  await expect(rows(colleague)).toContainText(['Completed']);
  await findInActivityLog(colleague, removed, 2);
  await expect(rows(colleague)).toContainText(['Delete withdrawal', 'Create withdrawal']);
  await expect(rows(colleague)).toContainText(['Completed', 'Completed']);
  await findInActivityLog(colleague, fromWallet, 2);
  await expect(rows(colleague)).toContainText(['Delete withdrawal', 'Create withdrawal']);
  await expect(rows(colleague)).toContainText([refusal, 'Completed']);
  await expect(rows(colleague)).toContainText(['Operator', 'Operator']);
  await context.close();
});

/** What the task gives, once it gives anything. */
async function untilItIs<T>(task: () => Promise<T | undefined>): Promise<T> {
  return (await task()) ?? (await untilItIs(task));
}

test('the detail shows what is paid and what arrives, follows the request to its end, and then offers to pay again', async ({
  page,
}) => {
  test.setTimeout(150_000);
  await signIn(page, 'sandbox-operator');
  const { request_id: requestId, external_id: externalId } = await createWithdrawalByApi(page, {
    amount: '25.000001',
    fee_included: false,
    comment: 'For the test',
  });
  await page.goto(`/withdrawals/${requestId}?limit=5`);
  await expect(fact(page, 'Status')).toContainText('New');
  await expect(fact(page, 'Fee')).toContainText('1.5 USDT');
  await expect(fact(page, 'Fee')).toContainText('paid by the sender');
  await expect(fact(page, 'Recipient gets')).toHaveText('25.000001 USDT');
  await expect(fact(page, 'Debited')).toHaveText('26.500001 USDT');
  await expect(fact(page, 'Recipient')).toContainText(outsider);
  await expect(fact(page, 'Sender')).toContainText('Exchange pool');
  await expect(fact(page, 'Comment')).toHaveText('For the test');
  const happened = page.getByRole('list').filter({ hasText: 'Submitted' }).getByRole('listitem');
  await expect(happened).toHaveCount(1);
  const payAgain = page.getByRole('link', { name: 'Pay again' });
  await expect(payAgain).toHaveCount(0);

  // One payment in a hundred is refused and one in fifty fails, so any of the ends may come.
  await expect(fact(page, 'Status')).toContainText(/Completed|Rejected|Failed/, { timeout: 100_000 });
  await expect(happened.last()).toContainText(/Updated(Completed|Rejected|Failed)/);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/withdrawal-request?')) asked += 1;
  });
  if ((await happened.count()) === 3) {
    await page.getByRole('region', { name: 'Transactions with this hash' }).getByRole('link').click();
    const transaction = page.getByRole('dialog', { name: 'Transaction' });
    await expect(transaction).toContainText('25.000001');
    await expect(transaction.getByText('Exchange pool', { exact: true })).toBeVisible();
    const related = page.getByRole('region', { name: 'Related' });
    await related.getByRole('listitem').filter({ hasText: 'Withdrawal' }).getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`/withdrawals/${requestId}`));
  }
  await expect(fact(page, 'Status')).not.toContainText('Updating automatically');
  expect(asked).toBeLessThanOrEqual(1);

  await payAgain.click();
  await expect(form(page).getByRole('radio', { name: /^Exchange pool/ })).toBeChecked();
  await expect(page.getByRole('combobox', { name: 'Recipient' })).toHaveValue(outsider);
  await expect(form(page).getByLabel(/^Amount in USDT/)).toHaveValue('25.000001');
  await expect(form(page).getByRole('radio', { name: /^Add to amount/ })).toBeChecked();
  await expect(form(page).getByLabel('Comment')).toHaveValue('For the test');
  await expect(form(page).getByLabel('Reference')).not.toHaveValue(externalId);
});

test('pages do not shift while rows arrive, and what is new is counted and shown when asked for', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await signIn(page, 'sandbox-operator');
  await page.goto('/transactions?limit=25');
  const before = await shownIds(page);
  // With the fee of 1.5, that amount leaves.
  await payWithdrawalByApi(page, { amount: '38.75' });

  const news = page.getByRole('button', { name: /^\d+ new transactions?$/ });
  await expect(news).toBeVisible({ timeout: 100_000 });
  expect(await shownIds(page)).toEqual(before);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page.getByText(/^26–50 of/)).toBeVisible();
  expect((await shownIds(page)).filter((id) => before.includes(id))).toEqual([]);
  await page.goBack();
  await expect(page.getByText(/^1–25 of/)).toBeVisible();
  expect(await shownIds(page)).toEqual(before);

  await news.click();
  await expect(rows(page).filter({ hasText: '−37.25' })).toBeVisible();
  const after = await shownIds(page);
  // Other requests may have been paid in the meantime.
  const known = after.indexOf(before[0] ?? '');
  expect(known).toBeGreaterThan(0);
  expect(after.slice(known)).toEqual(before.slice(0, after.length - known));
});
