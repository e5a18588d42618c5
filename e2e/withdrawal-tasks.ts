import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { fromOwnPage } from './fixtures.ts';

export type NewWithdrawal = { request_id: string; external_id: string };

/** A Tron address that isn't the sandbox's. */
export const outsider = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';

/**
 * Asks for a withdrawal of USDT, on Tron unless told otherwise, out of the exchange pool, through the interface. It stays new for ten
 * minutes unless a test's own server carries it out sooner; the fee is 1.5.
 */
export async function createWithdrawalByApi(
  page: Page,
  changes: {
    amount?: string;
    network?: string;
    recipient_wallet?: string;
    fee_included?: boolean;
    comment?: string;
    external_id?: string;
  } = {},
): Promise<NewWithdrawal> {
  const response = await page.request.post('/api/prod/v1/withdrawal-request', {
    headers: fromOwnPage,
    data: {
      amount: '25',
      network: 'trx',
      currency: 'USDT',
      sender: 'exchange',
      recipient_wallet: outsider,
      external_id: `e2e ${randomUUID()}`,
      ...changes,
    },
  });
  expect(response.status()).toBe(200);
  const { data } = (await response.json()) as { data: { data: NewWithdrawal } };
  return data.data;
}

/** Like `createWithdrawalByApi`, until one is paid: the sandbox's chain refuses a few. */
export async function payWithdrawalByApi(page: Page, changes: { amount?: string } = {}): Promise<void> {
  const { request_id: id } = await createWithdrawalByApi(page, changes);
  const read = async () => {
    const response = await page.request.get(`/api/prod/v1/withdrawal-request?request_id=${id}`);
    const { data } = (await response.json()) as { data: { data: { status: string; hash: string | null } } };
    return data.data;
  };
  await expect
    .poll(async () => (await read()).status, { timeout: 90_000 })
    .toMatch(/^(?:completed|rejected|error)$/);
  if ((await read()).hash === null) await payWithdrawalByApi(page, changes);
}

/** Shortens the recipients in an answer, as providers may. */
export function shortenRecipients(text: string): string {
  return text.replaceAll(/"recipient_wallet":\s*"(\w{7})\w+(\w{6})"/g, '"recipient_wallet":"$1…$2"');
}

/** The rows of a list. */
export const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') });

/** The ids of the rows that are shown, once they are there. */
export async function shownIds(page: Page): Promise<string[]> {
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  // Hundreds of rows are drawn while nothing else waits, which takes a while on a busy machine.
  await expect(page.locator('tbody')).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 });
  await expect(rows(page).first()).toBeVisible();
  return rows(page).evaluateAll((found) => found.map((row) => row.getAttribute('data-row') ?? ''));
}

/** Opens the list and waits for its tools. */
export async function openWithdrawals(page: Page, search = ''): Promise<void> {
  await page.goto(`/withdrawals${search}`);
  await expect(page.getByRole('combobox', { name: 'Network' })).toBeVisible();
}

/** A value of the drawer, by its name. */
export const fact = (page: Page, name: string) =>
  page
    .getByRole('dialog', { name: 'Withdrawal' })
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole('definition');
