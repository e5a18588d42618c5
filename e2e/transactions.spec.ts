import { expect, type Locator, type Page } from '@playwright/test';
import { ignoreParameters, redrawLate, signIn } from './fixtures.ts';
import { test } from './warm-test.ts';
import { rows, shownIds } from './withdrawal-tasks.ts';

async function widths(cells: Locator): Promise<number[]> {
  return cells.evaluateAll((found) => found.map((cell) => cell.getBoundingClientRect().width));
}

async function open(page: Page, search = ''): Promise<void> {
  await page.goto(`/transactions${search}`);
  await expect(page.getByRole('combobox', { name: 'Network' })).toBeVisible();
}

test('filters, order, page and drawer are the address: on the way back and for a colleague in another browser', async ({
  browser,
  page,
}) => {
  await signIn(page, 'sandbox-finance');
  await open(page, '?limit=50');
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('25');
  await page.getByRole('combobox', { name: 'Network' }).selectOption('trx');
  await page.getByRole('combobox', { name: 'Direction' }).selectOption('in');
  await page.getByRole('link', { name: 'Completed' }).click();
  await page.getByRole('button', { name: /^Time:/ }).click();
  await page.getByRole('dialog', { name: 'Time' }).getByText('Last 30 days').click();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: /^Time/ }).click();
  await expect(page.getByRole('columnheader', { name: 'Time' })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page.getByText(/^26–50 of/)).toBeVisible();
  const second = await shownIds(page);
  const listUrl = page.url();

  await rows(page).nth(3).getByRole('rowheader').getByRole('link').click();
  const drawer = page.getByRole('dialog', { name: 'Transaction' });
  await expect(drawer.getByText(second[3] ?? '')).toBeVisible();

  const rowUrl = page.url();
  await page.goBack();
  await expect(drawer).toBeHidden();
  expect(page.url()).toBe(listUrl);
  expect(await shownIds(page)).toEqual(second);
  await page.goBack();
  await expect(page.getByText(/^1–25 of/)).toBeVisible();
  const first = await shownIds(page);
  expect(first.filter((id) => second.includes(id))).toEqual([]);

  const colleague = await browser.newContext();
  const other = await colleague.newPage();
  await signIn(other, 'sandbox-admin');
  await other.goto(rowUrl);
  const drawerOfOther = other.getByRole('dialog', { name: 'Transaction' });
  await expect(drawerOfOther.getByText(second[3] ?? '')).toBeVisible();
  await other.keyboard.press('Escape');
  await expect(drawerOfOther).toBeHidden();
  expect(other.url()).toBe(listUrl);
  expect(await shownIds(other)).toEqual(second);
  await expect(other.getByRole('combobox', { name: 'Direction' })).toHaveValue('in');
  await colleague.close();
});

test('filters chosen faster than the page is drawn are all kept', async ({ page }) => {
  await signIn(page, 'sandbox-finance');
  await open(page, '?limit=100');
  await expect(page.locator('tr[data-row]')).toHaveCount(100, { timeout: 30_000 });
  await page.evaluate(async () => {
    const steps = [
      ['select[aria-label="Network"]', 'trx', 'network=trx'],
      ['select[aria-label="Direction"]', 'in', 'direction=in'],
      ['nav[aria-label="Status"] li:nth-child(3) a', '', 'status=completed'],
      ['th[aria-sort] a', '', 'sort_direction=asc'],
    ] as const;
    for (const [selector, value, inAddress] of steps) {
      const element = document.querySelector<HTMLElement>(selector);
      if (element instanceof HTMLSelectElement) {
        element.value = value;
        element.dispatchEvent(new Event('change', { bubbles: true }));
      } else {
        element?.click();
      }
      // Until the address has changed, and not until the page shows it.
      while (!location.search.includes(inAddress)) await new Promise((resolve) => setTimeout(resolve, 0));
    }
  });
  const { searchParams } = new URL(page.url());
  searchParams.delete('until');
  expect(Object.fromEntries(searchParams)).toEqual({
    limit: '100',
    network: 'trx',
    direction: 'in',
    status: 'completed',
    sort_by: 'created_at',
    sort_direction: 'asc',
  });
  await expect(rows(page).first()).toContainText('Tron');
});

test('hundreds of rows are all there, the head stays, and another page is read from its top', async ({
  page,
}) => {
  await signIn(page, 'sandbox-finance');
  await open(page, '?limit=200');
  await expect(page.locator('tr[data-row]')).toHaveCount(200, { timeout: 30_000 });
  await expect(page.locator('tbody')).toHaveAttribute('aria-busy', 'false');
  const head = page.getByRole('columnheader', { name: 'Time' });
  const top = async () => (await head.boundingBox())?.y;
  const before = await top();

  await rows(page).first().getByRole('rowheader').getByRole('link').focus();
  await page.keyboard.press('End');
  await expect(rows(page).nth(199).getByRole('rowheader').getByRole('link')).toBeFocused();
  await expect(rows(page).nth(199)).toBeInViewport();
  await expect(rows(page).first()).not.toBeInViewport();
  expect(await top()).toBe(before);

  expect(await widths(rows(page).nth(199).locator('th, td'))).toEqual(await widths(page.locator('thead th')));

  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page.getByText(/^201–400 of/)).toBeVisible();
  await expect(page.locator('tr[data-row]')).toHaveCount(200, { timeout: 30_000 });
  await expect(rows(page).first()).toBeInViewport();
});

test('a long amount in a narrow column takes a second line, of which nothing is cut', async ({ page }) => {
  await signIn(page, 'sandbox-finance');
  await open(page, '?currency=BNB&limit=25&columns=*created_at,amount~110,hash~800,sender_wallet~800');
  await shownIds(page);
  const heights = await rows(page)
    .getByRole('cell')
    .evaluateAll((cells) => cells.map((cell) => [cell.scrollHeight, cell.clientHeight] as const));
  expect(Math.max(...heights.map(([, height]) => height))).toBeGreaterThan(38);
  for (const [needed, height] of heights) expect(needed).toBeLessThanOrEqual(height);
});

test('columns stay as one left them, however fast, and a link carries them', async ({ browser, page }) => {
  await signIn(page, 'sandbox-finance');
  await redrawLate(page);
  await open(page, '?limit=10');
  await page.getByRole('button', { name: 'Columns' }).click();
  const menu = page.getByRole('dialog', { name: 'Columns and density' });
  // None of these waits until the one before is drawn.
  await menu.getByRole('checkbox', { name: 'Sender' }).click();
  await menu.getByRole('checkbox', { name: 'Transaction ID' }).click();
  await menu.getByRole('button', { name: 'Move Network up' }).click();
  await menu.getByRole('button', { name: 'Move Network up' }).click();
  await menu.getByRole('radio', { name: 'Compact' }).click();
  await expect(menu.getByRole('checkbox', { name: 'Sender' })).not.toBeChecked();
  await expect(menu.getByRole('checkbox', { name: 'Transaction ID' })).toBeChecked();
  await page.keyboard.press('Escape');
  const edge = page.getByRole('columnheader', { name: 'Amount' }).getByRole('separator');
  await edge.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const expected = ['', 'Time (UTC)', 'Network', 'Amount', 'Status', 'AML', 'Recipient', 'Transaction ID'];
  const titles = async () =>
    (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim());
  await expect.poll(titles).toEqual(expected);
  await expect(page).toHaveURL(/amount(?:%7E|~)180.*density=compact/);
  const link = page.url();

  // They are remembered: opening the list again finds them.
  await open(page);
  await expect(page.getByRole('columnheader', { name: 'Transaction ID' })).toBeVisible();
  expect(await titles()).toEqual(expected);

  const colleague = await browser.newContext();
  const other = await colleague.newPage();
  await signIn(other, 'sandbox-admin');
  await other.goto(link);
  await expect(other.getByRole('columnheader', { name: 'Transaction ID' })).toBeVisible();
  expect((await other.getByRole('columnheader').allInnerTexts()).map((text) => text.trim())).toEqual(
    expected,
  );
  await colleague.close();
});

test('everything works from the keyboard: find, move, mark, copy, open and close', async ({
  context,
  page,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'sandbox-finance');
  await open(page, '?limit=10&status=completed');
  const ids = await shownIds(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await expect(page.getByText('2 rows selected')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+c');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(
    copied
      .split('\r\n')
      .slice(1, 3)
      .map((line) => line.split(',')[0]),
  ).toEqual(ids.slice(1, 3));

  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Transaction' });
  await expect(drawer.getByText(ids[2] ?? '')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(rows(page).nth(2).getByRole('rowheader').getByRole('link')).toBeFocused();

  await page.keyboard.press('/');
  await page.keyboard.type(ids[4] ?? '');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(1);
});

test('sums are of all rows that match, not only of the page', async ({ page }) => {
  await signIn(page, 'sandbox-finance');
  // So old that none of them changes any more while they are read.
  const until = new Date(Date.now() - 3 * 86_400_000).toISOString();
  await open(page, `?currency=BTC&status=completed&limit=25&until=${until}`);
  const total = await page.getByText(/^1–25 of/).innerText();
  const count = total.replace(/^.* of /, '').trim();
  await page.getByRole('button', { name: 'Sums' }).click();
  const panel = page.getByRole('dialog', { name: 'Totals of all matching rows' });
  await expect(panel.getByText(`Transactions: ${count} rows (all matching).`)).toBeVisible();
  await expect(panel.getByRole('row', { name: /BTC.*Completed/ })).toContainText(count);
});

test('a row stays as the list showed it where a provider ignores the filter by id', async ({ page }) => {
  await ignoreParameters(page, ['transaction_id']);
  await signIn(page, 'sandbox-finance');
  // Far from the newest rows, which the provider gives instead.
  await open(page, '?limit=10&offset=1000');
  await rows(page).nth(7).getByRole('link').first().click();
  const drawer = page.getByRole('dialog', { name: 'Transaction' });
  await expect(drawer.getByText('This transaction couldn’t be refreshed')).toBeVisible();
  await expect(drawer.getByText(/too long to read in full \([\d,]+ rows\)/)).toBeVisible();
  const id = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
  await expect(drawer.getByText(id)).toBeVisible();

  await page.goto('/transactions/tx_nothing?limit=10');
  await expect(page.getByRole('heading', { name: 'This transaction couldn’t be found' })).toBeVisible();
});

test('says so for an unknown transaction, and links back', async ({ page }) => {
  await signIn(page, 'sandbox-finance');
  await page.goto('/transactions/tx_nothing?limit=10');
  await expect(page.getByRole('heading', { name: 'Transaction not found' })).toBeVisible();
  await page.getByRole('button', { name: 'Back to list' }).click();
  await expect(page).toHaveURL(/\/transactions\?limit=10$/);
});
