import { expect, type Page } from '@playwright/test';
import { limitPermissions, whileWaitedFor } from './fixtures.ts';
import { seeMovement } from './overview-parts.ts';
import { fail, type Screen } from './screen.ts';

/** Lets the account be as new as one can be: no wallets, no balances, no transactions. */
async function emptyAccount(page: Page): Promise<void> {
  await answer(page, '/wallets', { user_id: 'new', count: 0, wallets: [] });
  await answer(page, '/user-balances', { user_id: 'new', balances: {} });
  await quietAccount(page);
}

/** Lets nothing have happened on the account. */
async function quietAccount(page: Page): Promise<void> {
  await answer(page, '/transactions', { count: 0, transactions: [] });
  await page.route(
    (url) => url.pathname === '/console/sums/movements',
    (route) => {
      const { starts } = route.request().postDataJSON() as { starts: string[] };
      const spans = starts.map(() => ({ in: '0', out: '0', transactions: 0 }));
      const data = { found: { spans, unreadable: 0, whole: null }, unreadable_reason: null };
      return route.fulfill({ json: { code: '200', error_code: null, error_message: null, data } });
    },
  );
  const meta = { limit: 1, offset: 0, total: 0 };
  await answer(page, '/withdrawal-requests', { success: true, data: [], meta });
  await answer(page, '/console/aml/checks', { count: 0, checks: [] });
  await answer(page, '/console/sanctions-hits', { count: 0, latest: [] });
  const list = {
    id: 'list_1',
    name: 'Sanctions',
    date: '2026-01-01',
    entries: 1,
    loaded_at: '2026-01-02T00:00:00.000Z',
  };
  await answer(page, '/console/aml/sanctions-lists', {
    lists: [{ ...list, loaded_by: null, key_fingerprint: '0a1b2c3d4e5f' }],
  });
  await answer(page, '/console/aml/sanctions-alerts', { count: 0, latest: [] });
  await page.route(
    (url) => url.pathname === '/console/aml/watches',
    (route) =>
      whileWaitedFor(async () => {
        const response = await route.fetch();
        const { data, ...rest } = (await response.json()) as { data: object };
        await route.fulfill({ response, json: { ...rest, data: { ...data, watches: [] } } });
      }),
  );
}

/** Answers a read of the wallet service, or of the console, with this, whatever is asked. */
async function answer(page: Page, path: string, data: object): Promise<void> {
  await page.route(
    (url) => url.pathname === (path.startsWith('/console/') ? path : `/api/prod/v1${path}`),
    (route) => route.fulfill({ json: { code: '200', error_code: null, error_message: null, data } }),
  );
}

/** Lets the account have 500 wallets on Tron, 482 on Ethereum and 21 on each other network. */
async function fullNetworks(page: Page): Promise<void> {
  const used: Partial<Record<string, number>> = { '': 1_024, trx: 500, eth: 482 };
  await page.route(
    (url) => url.pathname === '/api/prod/v1/wallets',
    async (route) => {
      const network = new URL(route.request().url()).searchParams.get('network') ?? '';
      await whileWaitedFor(async () => {
        const response = await route.fetch();
        const { data, ...envelope } = await response.json();
        await route.fulfill({
          response,
          json: { ...envelope, data: { ...data, count: used[network] ?? 21 } },
        });
      });
    },
  );
}

const isWhole = async (page: Page) => {
  await seeMovement(page);
  await expect(page.getByRole('img', { name: /by day/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^USDT/ })).toBeVisible();
};

/** The overview in its states. */
export const overviewScreens: Screen[] = [
  {
    name: 'overview',
    async show(page) {
      await page.goto('/');
      await isWhole(page);
      await expect(page.getByRole('link', { name: /failed|late/ })).not.toHaveCount(0);
    },
  },
  {
    name: 'overview with the numbers of a day',
    async show(page) {
      await fullNetworks(page);
      await page.goto('/?range=90d&currency=BTC');
      await isWhole(page);
      await page.getByRole('list').last().getByRole('link').last().focus();
      await expect(page.locator('[popover]:popover-open')).toContainText('transaction');
    },
  },
  {
    name: 'overview with its table',
    async show(page) {
      await page.goto('/?range=7d&view=table');
      await seeMovement(page);
      await expect(page.getByRole('table', { name: /by day/ })).toBeVisible();
    },
  },
  {
    name: 'overview by week, with its custom range',
    async show(page) {
      await page.goto('/?currency=BTC&range=90d&bucket=week&cumulative=on');
      await seeMovement(page);
      await expect(page.getByRole('img', { name: /by week/ })).toBeVisible();
      await page.getByRole('button', { name: 'Custom range' }).click();
      await page.getByRole('form', { name: 'Custom range' }).getByLabel('From').fill('');
      await page.getByRole('button', { name: 'Apply' }).click();
      await expect(page.getByText('Enter a start date.')).toBeVisible();
    },
  },
  {
    name: 'overview of a past moment, within a day',
    async show(page) {
      await page.goto('/?at=2026-10-31T15:30:00Z&currency=USDT');
      await expect(page.getByRole('note').filter({ hasText: 'As of October' })).toBeVisible();
      await isWhole(page);
      await page.getByRole('list').last().getByRole('link').last().focus();
      await expect(page.locator('[popover]:popover-open')).toContainText('transaction');
    },
  },
  {
    name: 'overview while it is read',
    async show(page) {
      await page.route(
        /\/api\/prod\/v1\/(wallets|withdrawal|user-balances|transactions\?.*limit=300)/,
        () => {},
      );
      await page.goto('/');
      await expect(page.getByRole('status', { name: 'Loading balances' })).toBeVisible();
    },
  },
  {
    name: 'overview of a new account',
    async show(page) {
      await emptyAccount(page);
      await page.goto('/');
      await expect(page.getByRole('heading', { name: 'Create your first wallet' })).toBeVisible();
      await seeMovement(page);
      await expect(page.getByRole('heading', { name: /^No USDT movements/ })).toBeVisible();
    },
  },
  {
    name: 'overview where nothing needs attention',
    async show(page) {
      await quietAccount(page);
      await page.goto('/');
      await expect(page.getByRole('heading', { name: 'Nothing needs attention' })).toBeVisible();
    },
  },
  {
    name: 'overview that cannot be read',
    async show(page) {
      for (const path of ['/wallets', '/user-balances', '/transactions', '/withdrawal-requests'])
        await fail(page, path);
      await answer(page, '/console/aml/sanctions-lists', { lists: [] });
      await page.goto('/');
      await seeMovement(page);
      await expect(page.getByText('No luck today.')).toHaveCount(6);
    },
  },
  {
    name: 'overview without permissions',
    async show(page) {
      await limitPermissions(page, []);
      await page.goto('/');
      await expect(page.getByText('Your API key doesn’t have the balances:read permission.')).toBeVisible();
    },
  },
];
