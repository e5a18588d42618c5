import { type APIResponse, expect, type Locator, type Page, test } from '@playwright/test';
import { firstReads } from '../src/contract/early-requests.ts';
import { signIn } from './fixtures.ts';
import { freezeAnswers } from './frozen-answers.ts';
import { boxes, holdScripts } from './held-scripts.ts';

/** Opens the page while its scripts are held back, once it comes drawn, and gives what lets them come. */
async function openWithoutScripts(page: Page, path: string): Promise<() => Promise<void>> {
  await comesDrawn(page, path);
  return await openHeld(page, path);
}

async function openHeld(page: Page, path: string): Promise<() => Promise<void>> {
  const release = await holdScripts(page);
  await page.goto(path, { waitUntil: 'commit' });
  return release;
}

/**
 * Gives the next page at this address as the server sends it drawn: a busy one doesn't wait for what it shows first.
 * Returns the moment that it shows, in milliseconds since 1970.
 */
async function comesDrawn(page: Page, address: string): Promise<number> {
  let response: APIResponse | undefined;
  let html = '';
  await expect(async () => {
    response = await page.request.get(address, { headers: { accept: 'text/html' } });
    html = await response.text();
    expect(html.includes('data-response="')).toBe(true);
  }).toPass();
  await page.route(
    (url) => url.pathname + url.search === address,
    async (route) => {
      await route.fulfill({ ...(response && { response }) });
    },
    { times: 1 },
  );
  return Number(/data-drawn-at="(\d+)"/.exec(html)?.[1]);
}

const screen = (page: Page) => page.locator('[data-first-screen]');

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

test('the overview shows balances and what needs attention before any script has come, where they stay', async ({
  page,
  baseURL,
}) => {
  await signIn(page, 'sandbox-finance');
  await page.context().addCookies([{ name: 'time-zone', value: 'UTC', url: baseURL ?? '' }]);
  const release = await openWithoutScripts(page, '/');
  const parts = (within: Page | ReturnType<typeof screen>) => ({
    attention: within.getByText(/new withdrawals/),
    balance: within.getByText('USDC', { exact: true }).first(),
  });
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

test('letters typed into a field before any script has come are no shortcuts afterwards', async ({
  page,
}) => {
  await signIn(page, 'sandbox-finance');
  const release = await openWithoutScripts(page, '/transactions');
  // Nothing in it can be focused until it is whole.
  await expect(screen(page)).toBeVisible();
  const field = screen(page).getByLabel('Find by address, hash or ID');
  await field.focus();
  await expect(field).toBeFocused();
  await page.keyboard.type('?');
  await release();
  await expect(screen(page)).toHaveCount(0);
  // The dialog that lists the shortcuts would have to load first.
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

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

/** Every change is tested with a page of each kind, the long tests with every page that comes drawn. */
const takenOver =
  process.env['LONG_TESTS'] === '1'
    ? Object.keys(firstReads)
    : ['/', '/balances', '/transactions?direction=out'];

for (const path of takenOver) {
  test(`${path} takes over what the server drew, requests nothing of it, and is then the page that the browser draws itself`, async ({
    baseURL,
    context,
    page,
  }) => {
    await signIn(page, 'sandbox-finance');
    const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
    await context.addCookies([{ name: 'time-zone', value: zone, url: baseURL ?? '' }]);
    // React says in the console when it has to draw the page anew.
    const complaints: string[] = [];
    context.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    context.on('weberror', (error) => complaints.push(error.error().message));
    await context.addInitScript(() => {
      new MutationObserver(() => {
        document.querySelector('[data-first-screen] h1')?.toggleAttribute('data-from-server', true);
      }).observe(document, { childList: true, subtree: true });
    });
    const address = `${path}${path.includes('?') ? '&' : '?'}limit=10`;
    const answers = await freezeAnswers(context);

    // However long a busy browser takes: after five seconds, what the page was drawn with is asked for again.
    await context.clock.setFixedTime((await comesDrawn(page, address)) + 2_000);
    const release = await openHeld(page, address);
    const given = await answers.takeGiven(page);
    await release();
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
    expect(given.length).toBeGreaterThan(1);
    expect(given.filter((name) => answers.asked().includes(name))).toEqual([]);

    const drawnAnew = await context.newPage();
    await drawnAnew.setExtraHTTPHeaders({ 'cache-control': 'no-cache' });
    await drawnAnew.goto(address);
    for (const [shown, fromServer] of [
      [page, 1],
      [drawnAnew, 0],
    ] as const) {
      await expect(screen(shown)).toHaveCount(0);
      await shown.waitForLoadState('networkidle');
      await expect(shown.locator('h1[data-from-server]')).toHaveCount(fromServer);
    }
    // A busy browser takes its time to draw what has come.
    await expect(async () => expect(await markup(page)).toEqual(await markup(drawnAnew))).toPass({
      timeout: 30_000,
    });
    expect(complaints).toEqual([]);
  });
}

/**
 * The tags and texts of the page, a line each. Left out: the names that React makes up for what refers to each other, how
 * the server marks texts and styles, what is chosen, and moments and ages, which go on.
 */
function markup(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('#root > [data-drawn-at]') ?? document.querySelector('#root');
    const copy = root?.cloneNode(true) as Element;
    const comments = document.createTreeWalker(copy, NodeFilter.SHOW_COMMENT);
    const marks: Node[] = [];
    while (comments.nextNode() !== null) marks.push(comments.currentNode);
    for (const mark of marks) mark.parentNode?.removeChild(mark);
    copy.normalize();
    const ignored = new Set([
      'nonce',
      'style',
      'data-style',
      'data-from-server',
      'selected',
      'checked',
      'value',
    ]);
    for (const element of copy.querySelectorAll<HTMLElement>('*')) {
      const css = element.style.cssText;
      // In the order of their names: the two ways to draw write them in different ones.
      const attributes = [...element.attributes].toSorted((one, other) => (one.name < other.name ? -1 : 1));
      for (const { name } of attributes) element.removeAttribute(name);
      for (const { name, value } of attributes) if (!ignored.has(name)) element.setAttribute(name, value);
      if (css !== '') element.dataset['css'] = css;
    }
    return copy.innerHTML
      .replaceAll(/\b(?:mantine-)?_[rR]_\w*_?|\bmantine-[a-z\d]{9}\b/g, '_')
      .replaceAll(/(until|created_from|created_to)=[^"&]*/g, '$1=')
      .replaceAll(/just now|\d+ (?:s|min|h) ago/g, 'ago')
      .replaceAll(/\d+ (s|min|h)\b/g, '$1')
      .replaceAll(/(title|datetime)="\d{4}-[^"]*"/g, '$1=""')
      .split(/(?=<)/);
  });
}
