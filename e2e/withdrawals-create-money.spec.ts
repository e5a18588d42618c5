import { expect, type Page, test } from '@playwright/test';
import {
  enter,
  form,
  fundedPersonalWallet,
  moved,
  newAddress,
  openForm,
  reviewNew,
  sendButton,
} from './create-tasks.ts';
import { changeAnswer, signIn } from './fixtures.ts';
import { createWalletByApi } from './wallet-tasks.ts';
import { createWithdrawalByApi, fact } from './withdrawal-tasks.ts';

// An answer that is still being changed when the page closes is nobody's any more.
test.afterEach(async ({ page }) => await page.unrouteAll({ behavior: 'ignoreErrors' }));

/** Follows the request that is open, which the page keeps up to date by itself, to its end. */
async function followToEnd(page: Page): Promise<string> {
  const drawer = page.getByRole('dialog', { name: 'Withdrawal' });
  await expect(drawer.getByText('Kept up to date')).toBeVisible();
  await expect(drawer.getByText('Kept up to date')).toBeHidden({ timeout: 90_000 });
  return (await fact(page, 'Status').innerText()).trim();
}

/** Requests through the form until one is paid: the sandbox's chain refuses a few. Ends on the page of that one. */
async function payThroughForm(page: Page, open: () => Promise<void>, recipient: () => string): Promise<void> {
  await open();
  const to = recipient();
  await enter(page, { recipient: to, amount: '25' });
  await reviewNew(page, to);
  await sendButton(page).click();
  await expect(page).toHaveURL(/\/withdrawals\/wd_/);
  const status = await followToEnd(page);
  if (!status.startsWith('Completed')) await payThroughForm(page, open, recipient);
}

test('a withdrawal from a personal wallet, begun at the wallet, is followed until it is confirmed', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await signIn(page, 'sandbox-operator');
  const wallet = await fundedPersonalWallet(page, 'eth', 'USDT');
  const open = async () => {
    await page.goto(`/wallets/${wallet.address}`);
    await page.getByRole('dialog', { name: wallet.name }).getByRole('link', { name: 'Withdraw' }).click();
    await form(page).getByLabel('Currency').selectOption('USDT');
    await expect(form(page).getByRole('combobox', { name: 'Wallet' })).toHaveValue(
      new RegExp(`^${wallet.name}`),
    );
  };
  await payThroughForm(page, open, newAddress);
  await expect(fact(page, 'Sender')).toContainText(wallet.address);
  await expect(fact(page, 'Hash')).toContainText('0x');
});

test('a withdrawal from the exchange pool, begun at a balance, is followed until it is confirmed', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await signIn(page, 'sandbox-operator');
  const open = async () => {
    await page.goto('/balances');
    await page.getByRole('link', { name: 'Withdraw USDT of Accounting, BNB Chain' }).click();
    await expect(form(page).getByRole('radio', { name: 'Exchange pool' })).toBeChecked();
    await expect(form(page).getByLabel('Network')).toHaveValue('bnb');
  };
  await payThroughForm(page, open, newAddress);
  await expect(fact(page, 'Sender')).toContainText('Exchange pool');
});

// To a wallet of the account itself, which has not to be proved.
for (const { network, currency, places, amount } of [
  { network: 'trx', currency: 'TRX', places: 6, amount: '20.000001' },
  { network: 'btc', currency: 'BTC', places: 8, amount: '0.00050001' },
  { network: 'bnb', currency: 'BNB', places: 18, amount: '0.010000000000000001' },
] as const) {
  test(`what is shown of a request with ${places} decimals is what the ledger says, whoever pays the fee`, async ({
    page,
  }) => {
    await signIn(page, 'sandbox-operator');
    for (const feeOnTop of [false, true]) {
      const { address, available } = await fundedPersonalWallet(page, network, currency);
      const recipient = await createWalletByApi(page, { network });
      await openForm(page, { sender: 'user', network, currency, wallet: address });
      await enter(page, { recipient, amount, feeOnTop });
      const shown: string[] = [];
      for (const name of ['Debited', 'Fee', 'Recipient gets', 'Available afterwards']) {
        shown.push(((await moved(page, name).textContent()) ?? '').replaceAll(',', ''));
      }
      const [debited = '', fee = '', received = '', left = ''] = shown;
      await form(page).getByRole('button', { name: 'Review' }).click();
      await expect(moved(page, 'Debited')).toHaveText(debited);
      await sendButton(page).click();

      await expect(fact(page, 'Debited')).toHaveText(debited);
      await expect(fact(page, 'Fee')).toContainText(fee);
      await expect(fact(page, 'Recipient gets')).toHaveText(received);
      expect(feeOnTop ? received : debited).toBe(`${amount} ${currency}`);
      const after = await balanceOf(page, address, network, currency);
      expect(after).toBe(left.replace(` ${currency}`, ''));
      expect(units(available, places) - units(after, places)).toBe(
        units(debited.replace(` ${currency}`, ''), places),
      );
    }
  });
}

function units(amount: string, places: number): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(places, '0'));
}

async function balanceOf(page: Page, address: string, network: string, currency: string): Promise<string> {
  const query = new URLSearchParams({ address, network });
  const text = await (await page.request.get(`/api/prod/v1/wallets?${query.toString()}`)).text();
  return new RegExp(String.raw`"${currency}":\s*\{"available":\s*([\d.]+)`).exec(text)?.[1] ?? '';
}

test('where the provider tells no fees, that of the latest request is called an estimate, and else nothing is claimed', async ({
  page,
}) => {
  await signIn(page, 'sandbox-operator');
  await createWithdrawalByApi(page);
  await page.route('**/console/withdrawal-fees', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    return route.fulfill({ response, json: { ...answer, data: { fees: null } } });
  });
  await openForm(page, { sender: 'exchange', network: 'trx', currency: 'USDT' });
  await form(page)
    .getByLabel(/^Amount in/)
    .fill('20');
  await expect(moved(page, 'Debited')).toHaveText('20 USDT');
  await expect(moved(page, 'Fee')).toHaveText('about 1.5 USDT');
  await expect(moved(page, 'Recipient gets')).toHaveText('about 18.5 USDT');
  await form(page).getByRole('radio', { name: 'Added on top' }).check();
  await expect(moved(page, 'Debited')).toHaveText('about 21.5 USDT');
  await expect(moved(page, 'Recipient gets')).toHaveText('20 USDT');
  const all = form(page).getByRole('button', { name: 'All that is available' });
  await expect(all).toHaveAttribute('aria-disabled', 'true');
  await expect(all).toHaveAccessibleDescription(/The provider decides the fee/);

  await changeAnswer(page, '/withdrawal-requests', () =>
    JSON.stringify({ success: true, data: [], meta: { limit: 1, offset: 0, total: 0 } }),
  );
  await form(page).getByLabel('Currency').selectOption('USDC');
  await expect(moved(page, 'Fee')).toHaveText('the provider decides');
  await expect(moved(page, 'Recipient gets')).toHaveText('20 USDC');
  await expect(moved(page, 'Debited')).toHaveText('known once it is requested');
});
