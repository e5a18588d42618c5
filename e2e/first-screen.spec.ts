import { expect, type Locator, type Page, test } from '@playwright/test';
import { comesDrawn, openWithoutScripts, screen } from './drawn-pages.ts';
import { signIn } from './fixtures.ts';
import { boxes, holdOtherScripts } from './held-scripts.ts';

/** What the page is called, and where, on a wide window and on a phone. */
async function titlePlace(page: Page, within: Page | Locator) {
  const size = page.viewportSize();
  const heading = within.getByRole('heading', { level: 1, includeHidden: true });
  // A page is painted only once its styles are there, though it can be measured before.
  await expect(heading).toHaveCSS('font-weight', '600');
  const place = [await heading.innerText(), await boxes(page, heading)];
  if (size !== null) await page.setViewportSize(size);
  return place;
}

const row = (page: Page) => screen(page).locator('tbody tr').first();
const ownRow = (page: Page) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .first();

/** What a row says, and where it leads. */
const said = async (tableRow: Locator) =>
  tableRow.evaluate((element) => [
    element.textContent,
    [...element.querySelectorAll('a')].map(({ href, ariaLabel }) => [href, ariaLabel]),
  ]);

/** What the tabs of a list say, and where the last one is. */
async function tabsOf(within: Page | Locator) {
  const tabs = within.getByRole('navigation', { name: 'Status', includeHidden: true });
  return [await tabs.innerText(), await tabs.locator('li').last().boundingBox()];
}

for (const [path, width, shown] of [
  // Recipients on Bitcoin have the longest form, in the narrowest column.
  ['/transactions?network=btc&direction=out', 1280, /\d{4}-\d{2}-\d{2} \d{2}:\d{2}/],
  ['/withdrawals', 390, /\d{4}-\d{2}-\d{2} \d{2}:\d{2}/],
  ['/wallets', 1280, /Active|Inactive|Blocked/],
] as const) {
  test(`${path} shows its rows before any script has come, where and as they stay, ${width} pixels wide`, async ({
    page,
    baseURL,
  }) => {
    await signIn(page, 'sandbox-finance');
    await page.context().addCookies([{ name: 'time-zone', value: 'UTC', url: baseURL ?? '' }]);
    await page.setViewportSize({ width, height: 800 });
    const violations: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) violations.push(message.text());
    });
    const release = await openWithoutScripts(page, path);
    await expect(screen(page)).toBeVisible();
    const titleBefore = await titlePlace(page, screen(page));
    await expect.poll(async () => row(page).innerText()).toMatch(shown);
    const before = await row(page).boundingBox();
    const saidBefore = await said(row(page));
    const tabsBefore = await tabsOf(screen(page));

    await release();
    await expect(screen(page)).toHaveCount(0);
    await expect(ownRow(page)).toBeVisible();
    expect(await titlePlace(page, page)).toEqual(titleBefore);
    const after = await ownRow(page).boundingBox();
    expect([after?.x, after?.y, after?.height]).toEqual([before?.x, before?.y, before?.height]);
    // Names, AML results, explorers and the counts of tabs come with the rows.
    await page.waitForLoadState('networkidle');
    expect(await said(ownRow(page))).toEqual(saidBefore);
    expect(await tabsOf(page)).toEqual(tabsBefore);
    expect(violations).toEqual([]);
  });
}

const parts = (within: Page | Locator) => ({
  attention: within.getByText(/new withdrawals/),
  balance: within.getByText('USDC', { exact: true }).first(),
});

test('the overview shows balances and what needs attention before any script has come, where they stay', async ({
  page,
  baseURL,
}) => {
  await signIn(page, 'sandbox-finance');
  await page.context().addCookies([{ name: 'time-zone', value: 'UTC', url: baseURL ?? '' }]);
  const release = await openWithoutScripts(page, '/');
  const first = parts(screen(page));
  await expect(first.balance).toBeVisible();
  await expect(first.attention).toBeVisible();
  const placesOf = async ({ attention, balance }: ReturnType<typeof parts>) =>
    Promise.all([attention.boundingBox(), balance.boundingBox()]);
  // Fewer would be a fraction of a pixel shorter, and the browser would count the page as shown only with the larger.
  const textsOf = async ({ attention }: ReturnType<typeof parts>) =>
    attention.evaluate((line) => {
      const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      let count = 0;
      while (texts.nextNode() !== null) count += 1;
      return count;
    });
  const before = [await placesOf(first), await textsOf(first)];
  const titleBefore = await titlePlace(page, screen(page));

  await release();
  await expect(screen(page)).toHaveCount(0);
  const after = parts(page);
  await expect(after.attention).toBeVisible();
  expect([await placesOf(after), await textsOf(after)]).toEqual(before);
  expect(await titlePlace(page, page)).toEqual(titleBefore);
});

test('before any script has come, clicks do nothing, and the keys for search open it once the page can', async ({
  page,
}) => {
  await signIn(page, 'sandbox-finance');
  const release = await openWithoutScripts(page, '/');
  await expect(screen(page)).toBeVisible();
  await screen(page).locator('a[href="/balances"]').last().click({ force: true });
  await page.keyboard.press('ControlOrMeta+k');
  await release();
  await expect(page.getByRole('combobox', { name: 'Search everything' })).toBeFocused();
  expect(new URL(page.url()).pathname).toBe('/');
});

for (const reached of ['clicked', 'focused'] as const) {
  test(`letters typed into a field that was ${reached} before any script has come are no shortcuts afterwards`, async ({
    page,
  }) => {
    await signIn(page, 'sandbox-finance');
    const release = await openWithoutScripts(page, '/transactions');
    // Nothing in it can be focused until it is whole.
    await expect(screen(page)).toBeVisible();
    const field = screen(page).getByLabel('Find by address, hash or ID');
    if (reached === 'focused') {
      await field.focus();
      await expect(field).toBeFocused();
    } else {
      await field.click({ force: true });
    }
    await page.keyboard.type('?');
    await release();
    await expect(screen(page)).toHaveCount(0);
    // The dialog that lists the shortcuts would have to load first.
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
}

test('how many AML checks are left shows before any script has come, and stays', async ({ page }) => {
  await signIn(page, 'sandbox-compliance');
  const release = await openWithoutScripts(page, '/aml');
  const shown = screen(page).getByText(/^\d+ checks left/);
  await expect(shown).toBeVisible();
  const before = await endOf(shown);
  const titleBefore = await titlePlace(page, screen(page));

  await release();
  await expect(screen(page)).toHaveCount(0);
  expect(await titlePlace(page, page)).toEqual(titleBefore);
  expect(await endOf(page.getByText(/^\d+ checks left/).first())).toEqual(before);
});

/** The right end of a line with an age in it: as that grows, only the left end moves. Null if it isn't shown. */
async function endOf(line: Locator): Promise<number[] | null> {
  const box = await line.boundingBox();
  return box && [box.x + box.width, box.y, box.height];
}

test('times are hidden in the first screen for a browser whose time zone is not known', async ({ page }) => {
  await signIn(page, 'sandbox-finance');
  await openWithoutScripts(page, '/transactions');
  await expect(row(page)).toBeVisible();
  await expect(row(page).locator('time')).toHaveCSS('visibility', 'hidden');
});

test('a browser with its own column layout sees no other columns first', async ({ page }) => {
  await signIn(page, 'sandbox-finance');
  await page.addInitScript(() => localStorage.setItem('layout:transactions', 'columns=created_at,amount'));
  await openWithoutScripts(page, '/transactions');
  await expect(page.locator('.boot h1')).toHaveText('Transactions');
  await expect(screen(page)).toHaveCount(0);
});

test('the first screen has what opens over the page, with all that it reads, where it stays', async ({
  page,
}) => {
  await signIn(page, 'sandbox-finance');
  const response = await page.request.get('/api/prod/v1/transactions?limit=1&direction=in&network=trx');
  const [, address = ''] = /"recipient_wallet":"([^"]+)"/.exec(await response.text()) ?? [];
  const release = await openWithoutScripts(page, `/wallets/${address}`);
  const shown = screen(page).getByRole('dialog', { includeHidden: true }).filter({ hasText: address });
  await expect(shown).toBeVisible();
  await expect(shown).toContainText('No notes or tags yet.');
  const movements = shown.getByRole('list', { name: 'Transactions', includeHidden: true });
  await expect(movements.getByRole('link', { includeHidden: true })).not.toHaveCount(0);
  const before = await shown.boundingBox();
  expect(Number(before?.x) + Number(before?.width)).toBe(page.viewportSize()?.width);

  await release();
  await expect(screen(page)).toHaveCount(0);
  expect(await page.getByRole('dialog').boundingBox()).toEqual(before);
});

test('a dialog whose code comes after the rest of the page stays as the server drew it', async ({ page }) => {
  await signIn(page, 'sandbox-admin');
  // React says in the console when it has to draw something anew.
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', ({ message }) => complaints.push(message));
  await comesDrawn(page, '/address-book/new');
  const release = await holdOtherScripts(page);
  await page.goto('/address-book/new');
  await expect(screen(page)).toHaveCount(0);
  release();
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
  await expect(field).toBeFocused();
  expect(complaints).toEqual([]);
});

test('a browser with a draft of a withdrawal sees no empty form first', async ({ page }) => {
  await signIn(page, 'sandbox-admin');
  await page.goto('/withdrawals/new');
  await page.getByRole('textbox', { name: 'Comment' }).fill('Rent');
  await openWithoutScripts(page, '/withdrawals/new');
  await expect(page.locator('.boot h1')).toHaveText('New withdrawal');
  await expect(screen(page)).toHaveCount(0);
});

test('a field of a form takes what is typed only once the page can', async ({ page }) => {
  await signIn(page, 'sandbox-admin');
  const release = await openWithoutScripts(page, '/wallets/new');
  await expect(screen(page)).toBeVisible();
  const name = screen(page).locator('form').getByLabel('Name');
  await name.focus();
  await expect(name).not.toBeFocused();

  await release();
  await expect(screen(page)).toHaveCount(0);
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
  await expect(field).toBeFocused();
  await page.keyboard.type('Cold storage');
  await expect(field).toHaveValue('Cold storage');
});

test('the first screen shows a key nothing beyond its permissions', async ({ page }) => {
  const rowsOf = async (path: string) => {
    const response = await page.request.get(path, { headers: { accept: 'text/html' } });
    return (await response.text()).split('<tr').length - 1;
  };
  await signIn(page, 'sandbox-finance');
  // A busy server sends a page without waiting for what it shows first.
  await expect.poll(() => rowsOf('/exchanges')).toBeGreaterThan(10);
  await signIn(page, 'sandbox-compliance');
  await expect.poll(() => rowsOf('/transactions')).toBeGreaterThan(10);
  expect([await rowsOf('/exchanges'), await rowsOf('/withdrawals')]).toEqual([0, 0]);
});
