import { expect, type Page } from '@playwright/test';
import { neverChecked, type Subject } from './aml-tasks.ts';
import { limitPermissions, signIn } from './fixtures.ts';
import { test } from './warm-test.ts';

const action = (page: Page) => page.getByRole('button', { name: 'Screen unscreened addresses' });
const region = (page: Page, name: RegExp) => page.getByRole('region', { name });

/** Withdrawals of other tests are paid in the meantime: they would be new transactions. */
const asOf = new Date().toISOString();
const transactions = (search: string) => `/transactions?${new URLSearchParams({ search, created_to: asOf })}`;

/** A search in transactions that finds few counterparties, one of them at least never checked. */
async function findSearch(page: Page): Promise<{ search: string; fresh: number }> {
  const read = async <T>(path: string) => {
    const response = await page.request.get(`/api/prod/v1/${path}`);
    return ((await response.json()) as { data: T }).data;
  };
  type Transaction = { direction: string; network: string; sender_wallet: string; recipient_wallet: string };
  const { wallets } = await read<{ wallets: { address: string }[] }>('wallets?limit=300');
  const own = new Set(wallets.map(({ address }) => address));
  for (const { address } of wallets) {
    const list = await read<{ transactions: Transaction[] }>(
      `transactions?search=${address}&created_to=${asOf}&limit=300`,
    );
    const subjects = new Map<string, Subject>();
    for (const {
      direction,
      network,
      sender_wallet: sender,
      recipient_wallet: recipient,
    } of list.transactions) {
      const value = direction === 'in' ? sender : recipient;
      if (!own.has(value) && value.length > 24 && network.toLowerCase() !== 'sol')
        subjects.set(`${network}:${value}`, { network: network.toLowerCase(), value });
    }
    if (subjects.size === 0 || subjects.size > 8) continue;
    const fresh = await neverChecked(page, [...subjects.values()]);
    if (fresh.length > 0) return { search: address, fresh: fresh.length };
  }
  throw new Error('Every counterparty of the sandbox was checked.');
}

test('unscreened addresses of a filtered list cost what was announced, and nothing the second time', async ({
  page,
}) => {
  await signIn(page, 'sandbox-compliance');
  const { search, fresh } = await findSearch(page);
  const label = fresh === 1 ? '1 check' : `${fresh} checks`;
  await page.goto(transactions(search));
  await action(page).click();
  await expect(page).toHaveURL(/\/aml\/batch$/);
  await expect(page.getByText(`This costs ${label}.`)).toBeVisible();
  await expect(page.getByText(`Search: ${search})`)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Which subjects to check' })).toHaveValue('ever');

  // The list outlives a reload and is in no URL.
  await page.reload();
  await expect(page.getByText(`This costs ${label}.`)).toBeVisible();
  expect(page.url()).not.toContain(search);

  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/console/aml/checks/many')) {
      asked += (request.postDataJSON() as { subjects: object[] }).subjects.length;
    }
  });
  await page.getByRole('button', { name: `Start ${label}` }).click();
  await expect(region(page, /^Started/).getByRole('link', { name: /AML/ })).toHaveCount(fresh, {
    timeout: 40_000,
  });
  expect(asked).toBe(fresh);

  await page.goto(transactions(search));
  await action(page).click();
  await expect(page.getByText('This costs 0 checks')).toBeVisible();
  await expect(region(page, /^Checked or running/)).toContainText(/Checked (?!or running)/);
  await expect(page.getByRole('button', { name: /^Start \d/ })).toHaveCount(0);
  // You can re-check all of them, and see the cost first.
  await page.getByRole('combobox', { name: 'Which subjects to check' }).selectOption('all subjects');
  await expect(page.getByText(/^This costs [1-9]/)).toBeVisible();
  expect(asked).toBe(fresh);
});

test('a page of the list that fails is reported and read again; nothing is silently left out', async ({
  page,
}) => {
  await signIn(page, 'sandbox-compliance');
  let fails = true;
  await page.route(
    (url) => url.pathname === '/api/prod/v1/wallets' && url.searchParams.get('limit') === '300',
    async (route) => {
      const offset = new URL(route.request().url()).searchParams.get('offset');
      if (offset === null && fails) {
        await route.fulfill({
          status: 400,
          json: { code: '400', error_code: 'request', error_message: 'Not now', data: null },
        });
      } else await route.continue();
    },
  );
  await page.goto('/wallets?network=btc');
  await action(page).click();
  const dialog = page.getByRole('dialog', { name: 'Screen unscreened addresses' });
  await expect(dialog.getByText('Page 1 couldn’t be loaded.')).toBeVisible();
  fails = false;
  await dialog.getByRole('button', { name: 'Try again from page 1' }).click();
  await expect(page).toHaveURL(/\/aml\/batch$/);
  await expect(page.getByText('From Wallets (Network: Bitcoin)')).toBeVisible();
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByRole('textbox', { name: /one per line$/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: /one per line$/ })).toBeVisible();
});

test("a person can drop it with Escape and a confirmation, and it isn't offered without the permission to check", async ({
  page,
}) => {
  await signIn(page, 'sandbox-compliance');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname === '/api/prod/v1/transactions' && url.searchParams.get('limit') === '300',
    async (route) => {
      await released;
      await route.abort();
    },
  );
  await page.goto('/transactions?limit=5');
  await action(page).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Screen unscreened addresses' });
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(action(page)).toBeFocused();
  await expect(page).toHaveURL(/\/transactions/);
  release();

  await limitPermissions(page, ['transactions:read']);
  await page.goto('/transactions?limit=5');
  await expect(page.getByRole('button', { name: 'Export' })).toBeEnabled();
  await expect(action(page)).toHaveCount(0);
});
