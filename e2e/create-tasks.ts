import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

/** An unused address of Ethereum and BNB Chain; with the beginning and the end given, without `0x`. */
export function newAddress(beginning = '', end = ''): string {
  const middle = randomBytes(20)
    .toString('hex')
    .slice(0, 40 - beginning.length - end.length);
  return `0x${beginning}${middle}${end}`;
}

export const form = (page: Page) => page.getByRole('form', { name: 'New withdrawal' });
export const recipientField = (page: Page) => page.getByRole('combobox', { name: 'Recipient' });
export const proofField = (page: Page) => page.getByLabel(/^The last 6 characters/);

/** Opens the form with its source filled in, and waits until it knows what is available. */
export async function openForm(page: Page, source: Record<string, string>): Promise<void> {
  await page.goto(`/withdrawals/new?${new URLSearchParams(source).toString()}`);
  await expect(form(page).getByText(/^Available in .*[\d.]+ [A-Z]+$/)).toBeVisible();
}

/** The pool's funds of USDT on BNB Chain, which other tests do not pay from. */
export const fromPool = { sender: 'exchange', network: 'bnb', currency: 'USDT' };

type Entered = { recipient: string; amount: string; feeOnTop?: boolean };

export async function enter(page: Page, { recipient, amount, feeOnTop = false }: Entered): Promise<void> {
  await recipientField(page).fill(recipient);
  await form(page)
    .getByLabel(/^Amount in/)
    .fill(amount);
  if (feeOnTop) await form(page).getByRole('radio', { name: 'Add to amount' }).check();
}

/** Goes to the review, and proves the recipient, which is new. */
export async function reviewNew(page: Page, recipient: string): Promise<void> {
  await form(page).getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('heading', { name: 'Review withdrawal' })).toBeFocused();
  await proofField(page).fill(recipient.slice(-6));
}

export const sendButton = (page: Page) => page.getByRole('button', { name: 'Submit withdrawal' });

/** What the form or the review says is moved, by its name. */
export const moved = (page: Page, name: string) =>
  page
    .locator('dl[aria-label="Summary"] > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole('definition');

/** The external id in the form. */
export async function externalId(page: Page): Promise<string> {
  return form(page).getByLabel('Reference').inputValue();
}

type Request = { request_id: string; amount: string; fee: string; status: string };

/** Every request with this external id. */
export async function requestsOf(page: Page, id: string): Promise<Request[]> {
  const query = new URLSearchParams({ external_id: id });
  const response = await page.request.get(`/api/prod/v1/withdrawal-requests?${query.toString()}`);
  const { data } = (await response.json()) as { data: { data: Request[] } };
  return data.data;
}

type Funded = { address: string; name: string; available: string };

/** A personal wallet with funds of a currency, every digit of them as the service sends it. */
export async function fundedPersonalWallet(page: Page, network: string, currency: string): Promise<Funded> {
  const query = new URLSearchParams({ network, type: 'user', limit: '300' });
  const response = await page.request.get(`/api/prod/v1/wallets?${query.toString()}`);
  const text = await response.text();
  // Read as text: an amount must not pass through a float.
  const exact = text.replaceAll(/"available":\s*([\d.]+)/g, '"available":"$1"');
  const { data } = JSON.parse(exact) as {
    data: {
      wallets: {
        address: string;
        name: string;
        status: string;
        balances: Record<string, { available: string }>;
      }[];
    };
  };
  const wallet = data.wallets
    .filter(({ status }) => status === 'active')
    .toSorted((a, b) => Number(b.balances[currency]?.available) - Number(a.balances[currency]?.available))[0];
  if (wallet === undefined) throw new Error(`The sandbox has no personal wallet with ${currency}.`);
  return { ...wallet, available: wallet.balances[currency]?.available ?? '0' };
}
