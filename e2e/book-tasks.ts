import { expect, type Locator, type Page } from '@playwright/test';
import { chooseFile, fromOwnPage } from './fixtures.ts';

/** Valid addresses without a wallet of this account. */
export const addresses = {
  eth: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  otherEth: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  btc: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  trx: 'TEdvoHEatmDKvTh3o9vBRB9Vdtbhn4QFhy',
} as const;

export const field = (page: Page, name: string): Locator =>
  page.getByRole('dialog').getByRole('textbox', { name, exact: true });

export const bookRow = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });

/** Opens an entry from the list. */
export async function openEntry(page: Page, name: string): Promise<void> {
  await bookRow(page, name).getByRole('rowheader').getByRole('link').click();
}

/** Adds an address through the form. */
export async function addAddress(page: Page, name: string, network: string, address: string): Promise<void> {
  await page.getByRole('link', { name: 'Add address' }).click();
  await field(page, 'Name').fill(name);
  await page.getByRole('radio', { name: network }).check();
  await field(page, 'Address').fill(address);
  await page.getByRole('button', { name: 'Add address' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(bookRow(page, name)).toBeVisible();
}

/** Gives the import a CSV file with these lines. */
export async function chooseCsv(page: Page, ...lines: string[]): Promise<void> {
  const buffer = Buffer.from(lines.join('\r\n'));
  await chooseFile(page.getByLabel('CSV file'), { name: 'suppliers.csv', mimeType: 'text/csv', buffer });
}

/** Sets the rules for withdrawals through the dialog. */
export async function setRules(page: Page, recipients: RegExp, hours: string): Promise<void> {
  await page.goto('/address-book/rules');
  await page.getByRole('radio', { name: recipients }).check();
  await page.getByLabel('Waiting period, in hours').fill(hours);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

let requests = 0;

/** Asks for a payment as curl would: with the session's cookie, past the page. */
export async function payByRequest(page: Page, recipient_wallet: string) {
  requests += 1;
  const answer = await page.request.post('/api/prod/v1/withdrawal-request', {
    headers: fromOwnPage,
    data: {
      amount: '25',
      network: 'trx',
      currency: 'USDT',
      sender: 'exchange',
      external_id: `book-${Date.now()}-${requests}`,
      recipient_wallet,
    },
  });
  return { status: answer.status(), body: (await answer.json()) as { error_code: string; data: unknown } };
}
