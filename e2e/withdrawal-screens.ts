import { expect, type Page } from '@playwright/test';
import {
  enter,
  form,
  fromPool,
  newAddress,
  openForm,
  proofField,
  reviewNew,
  sendButton,
} from './create-tasks.ts';
import { changeAnswer, fromOwnPage, limitPermissions } from './fixtures.ts';
import { giveList, resultOf, reviewed, sendList } from './import-tasks.ts';
import { resolvedOutcomes, unknownOutcome } from './outcome-fixtures.ts';
import { fail, type Screen } from './screen.ts';
import { createWithdrawalByApi, shortenRecipients } from './withdrawal-tasks.ts';

const firstRow = (page: Page) => page.getByRole('rowheader').first().getByRole('link');

/** The screens of withdrawals: the list, one of them, and deleting. */
export const withdrawalScreens: Screen[] = [
  {
    name: 'withdrawals',
    async show(page) {
      await page.goto('/withdrawals?limit=8');
      await expect(firstRow(page)).toBeVisible();
      await page.getByRole('checkbox', { name: 'Select row' }).first().check();
      await expect(page.getByText('1 row selected')).toBeVisible();
    },
  },
  {
    name: 'withdrawals with every column, addresses shortened by the provider',
    async show(page) {
      await changeAnswer(page, '/withdrawal-requests', shortenRecipients);
      await changeAnswer(page, '/withdrawal-request', shortenRecipients);
      await page.goto(
        '/withdrawals?status=rejected&limit=5&columns=*created_at,recipient_wallet,fee_payer,received,debited,' +
          'hash,transaction_status,request_id,comment,updated_at',
      );
      await expect(page.getByRole('button', { name: /^Shortened address/ }).first()).toBeVisible();
      await expect(page.getByText('…', { exact: true })).toHaveCount(0);
    },
  },
  {
    name: 'an account without withdrawals',
    async show(page) {
      await page.route(
        (url) => url.pathname === '/api/prod/v1/withdrawal-requests',
        (route) =>
          route.fulfill({
            json: {
              code: '200',
              error_code: null,
              error_message: null,
              data: { success: true, data: [], meta: { limit: 30, offset: 0, total: 0 } },
            },
          }),
      );
      await page.goto('/withdrawals');
      await expect(page.getByRole('heading', { name: 'No withdrawals yet' })).toBeVisible();
    },
  },
  {
    name: 'withdrawals that cannot be read',
    async show(page) {
      await fail(page, '/withdrawal-requests');
      await page.goto('/withdrawals');
      await expect(page.getByText('No luck today.')).toBeVisible();
    },
  },
  {
    name: 'withdrawals without the permission',
    async show(page) {
      await limitPermissions(page, []);
      await page.goto('/withdrawals');
      await expect(
        page.getByText('Your API key doesn’t have the withdrawals:read permission.'),
      ).toBeVisible();
    },
  },
  {
    name: 'a new withdrawal with what is wrong with it, and what a field offers',
    async show(page) {
      await openForm(page, fromPool);
      await form(page).getByRole('button', { name: 'Review' }).click();
      await expect(form(page).getByText('enter an address')).toBeVisible();
      await page.goto('/withdrawals/new');
      await form(page).getByRole('button', { name: 'Review' }).click();
      await expect(form(page).getByText('Choose a wallet to pay from.')).toBeVisible();
      await form(page).getByRole('combobox', { name: 'Wallet' }).click();
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'a new withdrawal to an address that looks like another',
    async show(page) {
      await openForm(page, fromPool);
      const paid = newAddress('facade', 'beef02');
      const response = await page.request.post('/api/prod/v1/withdrawal-request', {
        headers: fromOwnPage,
        data: { ...fromPool, amount: '5', recipient_wallet: paid, external_id: paid },
      });
      expect(response.status()).toBe(200);
      await enter(page, { recipient: newAddress('facade', 'beef02'), amount: '5.000000000000000001' });
      await expect(page.getByText('This looks like an address you already use')).toBeVisible();
    },
  },
  {
    name: 'the review of a new withdrawal',
    async show(page) {
      await openForm(page, fromPool);
      const recipient = newAddress();
      await enter(page, { recipient, amount: '5' });
      await reviewNew(page, recipient);
      await proofField(page).fill('wrong');
      await sendButton(page).click();
      await expect(page.getByText('These don’t match the end of the address')).toBeVisible();
    },
  },
  {
    name: 'a withdrawal request without a response',
    async show(page) {
      await openForm(page, fromPool);
      const recipient = newAddress();
      await enter(page, { recipient, amount: '5' });
      await reviewNew(page, recipient);
      await page.route('**/api/prod/v1/withdrawal-request', (route) => route.abort('connectionreset'));
      await sendButton(page).click();
      await expect(page.getByText('The withdrawal wasn’t created.')).toBeVisible();
    },
  },
  {
    name: 'withdrawals whose outcome is unknown, one being marked as handled, and those known by now',
    async show(page) {
      await page.route('**/console/withdrawal-outcomes?*', (route) => {
        const isUnknown = new URL(route.request().url()).searchParams.has('state');
        const outcomes = isUnknown ? [unknownOutcome('1'), unknownOutcome('2')] : resolvedOutcomes;
        const data = { count: outcomes.length, outcomes };
        return route.fulfill({ json: { code: '200', error_code: null, error_message: null, data } });
      });
      await page.goto('/withdrawals/unknown-outcomes');
      await page.getByRole('button', { name: 'Mark as handled: “payout-2”' }).click();
      await page.getByRole('button', { name: 'Mark as handled', exact: true }).click();
      await expect(page.getByText('Enter a note')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Resolved' })).toBeVisible();
    },
  },
  {
    name: 'a new withdrawal without the permission',
    key: 'sandbox-finance',
    async show(page) {
      await page.goto('/withdrawals/new');
      await expect(
        page.getByText('Your API key doesn’t have the withdrawals:write permission.'),
      ).toBeVisible();
    },
  },
  {
    name: 'withdrawals from a file',
    async show(page) {
      await page.goto('/withdrawals/import');
      await expect(page.getByRole('button', { name: 'Choose a CSV file' })).toBeVisible();
      await page.getByLabel('Or paste rows').fill('source,network');
      await page.getByRole('button', { name: 'Review rows' }).click();
      await expect(page.getByText(/^The first row must contain the column names/)).toBeVisible();
    },
  },
  {
    name: 'the review of withdrawals from a file, with what is wrong and what is asked',
    async show(page) {
      await reviewList(page);
      await page.getByRole('button', { name: /^Submit \d/ }).click();
      await expect(page.getByText('Confirm this to continue').first()).toBeVisible();
    },
  },
  {
    name: 'what came of withdrawals from a file',
    async show(page) {
      await fail(page, '/withdrawal-request', 'POST');
      await reviewList(page);
      await sendList(page);
      expect(await resultOf(page)).toContain('submitted');
    },
  },
  {
    name: 'withdrawals from a file that were interrupted',
    async show(page) {
      await fail(page, '/withdrawal-request', 'POST');
      await reviewList(page);
      await sendList(page);
      await resultOf(page);
      await page.goto('/withdrawals/import');
      await expect(page.getByRole('heading', { name: 'Interrupted import' })).toBeVisible();
    },
  },
  {
    name: 'withdrawals from a file without the permission',
    key: 'sandbox-finance',
    async show(page) {
      await page.goto('/withdrawals/import');
      await expect(
        page.getByText('Your API key doesn’t have the withdrawals:write permission.'),
      ).toBeVisible();
    },
  },
  {
    name: 'one withdrawal',
    async show(page) {
      await page.goto('/withdrawals?limit=5&status=completed&network=eth');
      await firstRow(page).click();
      const drawer = page.getByRole('dialog', { name: 'Withdrawal' });
      await expect(drawer.getByText('Transactions with this hash')).toBeVisible();
    },
  },
  {
    name: 'a withdrawal that there is not',
    async show(page) {
      await page.goto('/withdrawals/wd_nothing?limit=5');
      await expect(page.getByRole('heading', { name: 'Withdrawal not found' })).toBeVisible();
    },
  },
  {
    name: 'deleting a withdrawal request',
    async show(page) {
      const { request_id: requestId } = await createWithdrawalByApi(page);
      await page.goto(`/withdrawals/${requestId}/delete?limit=5`);
      await expect(page.getByRole('button', { name: 'Delete withdrawal' })).toBeVisible();
      // A snapshot of its current state, because it won't stay new for long.
      const answer = await page.request.get(`/api/prod/v1/withdrawal-request?request_id=${requestId}`);
      const body = await answer.text();
      await page.route('**/api/prod/v1/withdrawal-request?*', (route) => route.fulfill({ body }));
    },
  },
  {
    name: 'a withdrawal request that cannot be deleted any more',
    async show(page) {
      await page.goto('/withdrawals?limit=5&status=completed');
      await firstRow(page).click();
      await expect(page.getByRole('dialog', { name: 'Withdrawal' })).toBeVisible();
      await page.goto(`${new URL(page.url()).pathname}/delete?limit=5`);
      await expect(page.getByText(/Only new withdrawals can be deleted/)).toBeVisible();
    },
  },
  {
    name: 'deleting marked withdrawal requests',
    async show(page) {
      await markForDeletion(page);
      const dialog = page.getByRole('dialog', { name: 'Delete withdrawals' });
      await expect(dialog.getByRole('table', { name: 'Released funds' })).toBeVisible();
      await expect(dialog.getByRole('table', { name: /^Skipped/ })).toBeVisible();
    },
  },
  {
    name: 'what came of marked withdrawal requests',
    async show(page) {
      await fail(page, '/withdrawal-request', 'DELETE');
      await markForDeletion(page);
      const dialog = page.getByRole('dialog', { name: 'Delete withdrawals' });
      await dialog.getByRole('button', { name: /^Delete \d+ withdrawal/ }).click();
      await expect(dialog.getByText(/\d deleted/)).toBeVisible();
    },
  },
];

/** A list with rows that are wrong, that are alike, and that ask for more than there is. Nothing of it is sent. */
async function reviewList(page: Page): Promise<void> {
  const [one, other] = [newAddress('decade', 'cafe01'), newAddress('decade', 'cafe01')];
  await giveList(page, [
    `pool,bnb,USDT,${one},6,,,`,
    `pool,bnb,USDT,${one},6,false,,`,
    `pool,bnb,USDT,${other},7.000000000000000001,,A comment,`,
    ...Array.from({ length: 3 }, () => `pool,bnb,BNB,${one},0.9,,,`),
    `pool,trx,USDT,${one},60,,,`,
    `Nobody,eth,DOGE,Somebody,0,perhaps,,`,
  ]);
  await reviewed(page);
}

/** Marks a request that is new and others of the list, and asks to delete them. */
async function markForDeletion(page: Page): Promise<void> {
  await createWithdrawalByApi(page);
  await page.goto('/withdrawals?limit=100');
  const boxes = page.getByRole('checkbox', { name: 'Select row' });
  await boxes.first().check();
  await page.locator('tr[data-row]').filter({ hasText: 'Completed' }).first().getByRole('checkbox').check();
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' }).click();
}
