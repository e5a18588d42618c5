import { expect, type Page } from '@playwright/test';
import {
  enter,
  externalId,
  form,
  fundedPersonalWallet,
  moved,
  openForm,
  requestsOf,
  sendButton,
} from './create-tasks.ts';
import { signIn } from './fixtures.ts';
import { createWalletByApi } from './wallet-tasks.ts';
import { test } from './warm-test.ts';
import { fact } from './withdrawal-tasks.ts';

const mostPlaces = { network: 'bnb', currency: 'BNB', places: 18, amount: '0.010000000000000001' } as const;
const fewerPlaces = [
  { network: 'trx', currency: 'TRX', places: 6, amount: '20.000001' },
  { network: 'btc', currency: 'BTC', places: 8, amount: '0.00050001' },
] as const;

// The recipient is a wallet of the account itself, which needs no proof.
for (const { network, currency, places, amount } of process.env['LONG_TESTS'] === '1'
  ? [...fewerPlaces, mostPlaces]
  : [mostPlaces]) {
  test(`a double click makes one request, which with ${places} decimals shows what the ledger says, no matter who pays the fee`, async ({
    page,
  }) => {
    await signIn(page, 'sandbox-operator');
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/withdrawal-request')) sent += 1;
    });
    for (const feeOnTop of [false, true]) {
      const { address, available } = await fundedPersonalWallet(page, network, currency);
      const recipient = await createWalletByApi(page, { network });
      await openForm(page, { sender: 'user', network, currency, wallet: address });
      await enter(page, { recipient, amount, feeOnTop });
      const id = await externalId(page);
      const shown: string[] = [];
      for (const name of ['Debited', 'Fee', 'Recipient gets', 'Remaining balance']) {
        await expect(moved(page, name)).toHaveText(/\d/);
        shown.push(((await moved(page, name).textContent()) ?? '').replaceAll(',', ''));
      }
      const [debited = '', fee = '', received = '', left = ''] = shown;
      await form(page).getByRole('button', { name: 'Review' }).click();
      await expect(moved(page, 'Debited')).toHaveText(debited);
      await sendButton(page).dblclick();

      await expect(fact(page, 'Debited')).toHaveText(debited);
      await expect(fact(page, 'Fee')).toContainText(fee);
      await expect(fact(page, 'Recipient gets')).toHaveText(received);
      expect(feeOnTop ? received : debited).toBe(`${amount} ${currency}`);
      const after = await balanceOf(page, address, network, currency);
      expect(after).toBe(left.replace(` ${currency}`, ''));
      expect(units(available, places) - units(after, places)).toBe(
        units(debited.replace(` ${currency}`, ''), places),
      );
      expect(await requestsOf(page, id)).toHaveLength(1);
    }
    expect(sent).toBe(2);
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
