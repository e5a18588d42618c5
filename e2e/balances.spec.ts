import { expect, type Page } from '@playwright/test';
import { changeAnswer, signIn } from './fixtures.ts';
import { watchLayoutShift } from './layout-shift.ts';
import { fail } from './screen.ts';
import { test } from './warm-test.ts';

const places = 18;

type ListedWallet = { type: string; network: string; balances: Record<string, { available: string }> };

/** Every wallet, with its amounts as the digits that travelled. */
async function readWallets(page: Page): Promise<ListedWallet[]> {
  const text = await (await page.request.get('/api/prod/v1/wallets?limit=300')).text();
  const answer = JSON.parse(text.replaceAll(/"available":([\d.]+)/g, '"available":"$1"'));
  expect(answer.data.count).toBeLessThanOrEqual(300);
  return answer.data.wallets;
}

/** The sum of texts with up to 18 decimals, by integers. */
function exactSum(amounts: string[]): string {
  const units = amounts.map((amount) => {
    const [whole = '0', fraction = ''] = amount.split('.');
    return BigInt(whole + fraction.padEnd(places, '0'));
  });
  const total = String(units.reduce((sum, next) => sum + next, 0n)).padStart(places + 1, '0');
  return `${total.slice(0, -places)}.${total.slice(-places)}`.replace(/\.?0+$/, '');
}

async function sumOfWallets(page: Page, type: string, network: string, currency: string) {
  const wallets = await readWallets(page);
  return exactSum(
    wallets
      .filter((wallet) => wallet.type === type && wallet.network === network)
      .map(({ balances }) => balances[currency]?.available ?? '0'),
  );
}

function grouped(amount: string): string {
  const [whole = '0', fraction] = amount.split('.');
  const digits = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}

test('shows an 18-decimal balance equal to the sum of its wallets, and copies it to the last digit, without grouping', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'sandbox-finance');
  const sum = await sumOfWallets(page, 'user', 'eth', 'ETH');
  expect(sum.split('.')[1]?.length).toBeGreaterThan(15);
  const grouping = await sumOfWallets(page, 'user', 'bnb', 'USDT');

  await page.goto('/balances');
  const table = page.getByRole('table', { name: 'Balances' });
  const eth = table.getByRole('rowgroup').filter({ has: page.getByRole('rowheader', { name: /^ETH/ }) });
  const row = eth.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Personal' }) });
  for (const [amount, currency, within] of [
    [sum, 'ETH', row],
    [grouping, 'USDT', page],
  ] as const) {
    await within.getByRole('button', { name: `Copy ${grouped(amount)} ${currency}`, exact: true }).click();
    await expect(
      page.getByRole('button', { name: `Copied ${grouped(amount)} ${currency}` }).first(),
    ).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(amount);
  }
});

test('stops the check on request and claims nothing then; proves every balance, pools included, by wallets and ledger', async ({
  page,
}) => {
  await signIn(page, 'sandbox-finance');
  await page.route('**/console/sums/wallets?*', () => {});
  await page.goto('/balances');
  await page.getByRole('link', { name: 'Check against wallets' }).click();
  await expect(page.getByRole('progressbar', { name: 'Adding up wallets' })).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('nothing was compared')).toBeVisible();
  const summary = page.getByRole('region', { name: 'Result of the check' });
  await expect(summary).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(
    page.getByRole('heading', { name: /^All \d+ balances proved to the last digit$/ }),
  ).toBeVisible();
  const rows = page.getByRole('table', { name: 'Balances and wallets' }).getByRole('row');
  const pool = rows.filter({ hasText: 'on deposit addresses' });
  await expect(pool).toContainText('Proved');
  await expect(rows.filter({ hasText: 'Solana' })).toHaveCount(3);
  await expect(rows.filter({ hasText: 'Differs' })).toHaveCount(0);

  const wallets = await readWallets(page);
  await expect(summary).toContainText(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/);
  expect(wallets.length).toBeGreaterThan(100);
  await expect(summary).toContainText(/\d+ wallets added up/);
  await expect(summary).toContainText(/\d+ proved0 upper bound only0 not checked/);
});

test('explains a balance by what is on hold and what AML checks have cost', async ({ page }) => {
  await signIn(page, 'sandbox-admin');
  await page.goto('/balances');
  const table = page.getByRole('table', { name: 'On hold and AML check fees' });
  await expect(table.getByRole('row').nth(1)).toBeVisible();
  await table.getByRole('link', { name: 'AML check fees' }).first().click();
  await expect(page).toHaveURL(/\/balances\/aml-fees$/);
  const checks = page.getByRole('table', { name: 'AML checks that wallets paid for' });
  await expect(checks.getByRole('row').nth(1)).toContainText('USDT');
  await checks
    .getByRole('link', { name: /^Wallet / })
    .first()
    .click();
  const statement = page.getByRole('dialog').getByLabel('How USDT adds up');
  await expect(statement).toContainText('Deposits');
  await expect(statement).toContainText('AML check fees');
  await statement.getByRole('link', { name: 'View AML checks paid for by this wallet' }).click();
  await expect(page).toHaveURL(/\/balances\/aml-fees\?wallet=/);
});

test('on a phone, nothing moves when what is on hold arrives later than the balances', async ({ page }) => {
  await signIn(page, 'sandbox-admin');
  await page.setViewportSize({ width: 390, height: 844 });
  const late = Promise.withResolvers<void>();
  await page.route('**/console/ledger-balances', async (route) => {
    await late.promise;
    await route.continue();
  });
  const shift = await watchLayoutShift(page);
  const balances = page.waitForResponse('**/user-balances');
  await page.goto('/balances', { waitUntil: 'commit' });
  await balances;
  const table = page.getByRole('table', { name: 'Balances' });
  await expect(table.or(page.getByText('Loading balances')).first()).toBeAttached();
  late.resolve();
  await expect(table.getByText('On hold').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await shift()).toBeLessThan(0.01);
});

/** As with a remote wallet service. */
async function withoutLedger(page: Page): Promise<void> {
  const empty = { code: '200', error_code: null, error_message: null };
  const answers = { 'ledger-balances': { balances: null }, 'ledger-check': { rows: null } };
  for (const [path, data] of Object.entries(answers)) {
    await page.route(`**/console/${path}`, async (route) => route.fulfill({ json: { ...empty, data } }));
  }
}

test('hides zero balances, shows how many, and keeps the choice in the URL', async ({ page }) => {
  // A balance with funds on hold is shown, however little is available.
  await withoutLedger(page);
  await changeAnswer(page, '/user-balances', (text) =>
    text.replace(/("btc":\{"BTC":\{"available":)[\d.]+/, '$10'),
  );
  await signIn(page, 'sandbox-finance');
  await page.goto('/balances?by=type');
  const zero = page.getByRole('button', { name: 'Copy 0 BTC' });
  await expect(page.getByText('1 zero balance hidden')).toBeVisible();
  await expect(zero).toHaveCount(0);

  await page.getByRole('checkbox', { name: 'Hide zero balances' }).uncheck();
  await expect(zero).toBeVisible();
  await expect(page).toHaveURL(/by=type&zeros=show$/);
  await expect(page.getByText('1 zero balance hidden')).toHaveCount(0);
});

test('opens each view at its own address, goes back, and leads from a balance to its wallets', async ({
  page,
}) => {
  await signIn(page, 'sandbox-finance');
  await page.goto('/balances');
  await page.getByRole('link', { name: 'By network' }).click();
  await expect(page).toHaveURL(/\/balances\?by=network$/);
  await expect(page.getByRole('rowheader', { name: 'Tron and Ethereum, one pool' })).toBeVisible();
  const byType = page.getByRole('link', { name: 'By wallet type' });
  await byType.click();
  await expect(byType).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('rowheader', { name: 'Accounting' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: 'By network' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: 'Accounting wallets on Bitcoin' }).click();
  await expect(page).toHaveURL(/\/wallets\?type=accounting&network=btc$/);
});

test('reports a failure with the request ID, tries again, and keeps the last good numbers when another reading fails', async ({
  page,
}) => {
  await signIn(page, 'sandbox-finance');
  await fail(page, '/user-balances');
  await page.goto('/balances');
  await expect(page.getByRole('alert')).toContainText('No luck today.');
  await expect(page.getByText('0190a6f0-0000-7000-8000-000000000000')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  const table = page.getByRole('table', { name: 'Balances' });
  await expect(table).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);

  await fail(page, '/user-balances');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('alert')).toContainText('No luck today.');
  await expect(table).toBeVisible();
});
