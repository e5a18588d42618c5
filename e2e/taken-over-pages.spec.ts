import { expect, type Page, test } from '@playwright/test';
import type { PagePath } from '../src/dashboard/app/pages.ts';
import { comesDrawn, openHeld, screen } from './drawn-pages.ts';
import { signIn } from './fixtures.ts';
import { freezeAnswers } from './frozen-answers.ts';

/**
 * An address of each page that comes drawn; null of one that reads nothing of its own, or is from before sign-in. A page
 * without an entry doesn't compile.
 */
const drawnPages = {
  '/sign-in': null,
  '/join': null,
  '/setup': null,
  '/': '/',
  '/wallets': '/wallets',
  '/balances': '/balances',
  '/books': '/books',
  '/books/entries': '/books/entries',
  '/books/rates': '/books/rates',
  '/books/periods': '/books/periods',
  '/books/files': '/books/files',
  '/books/reconciliation': '/books/reconciliation',
  '/books/reports': '/books/reports',
  '/transactions': '/transactions?direction=out',
  '/exchanges': '/exchanges',
  '/withdrawals': '/withdrawals',
  '/withdrawals/new': '/withdrawals/new',
  '/withdrawals/import': null,
  '/withdrawals/unknown-outcomes': '/withdrawals/unknown-outcomes',
  '/address-book': '/address-book',
  '/aml': '/aml',
  '/aml/monitoring': '/aml/monitoring',
  '/aml/batch': null,
  // The report has a link that opens without sign-in.
  '/aml/:id': null,
  '/activity-log': '/activity-log',
  '/incoming-events': '/incoming-events',
  '/ledger-check': '/ledger-check',
  '/settings': '/settings',
  // It reads invitations, which grant access.
  '/settings/users': null,
  '/settings/roles': '/settings/roles',
  '/settings/sessions': '/settings/sessions',
  '/settings/accounts': null,
  '/settings/keys': '/settings/keys',
  '/settings/aml': '/settings/aml',
  '/settings/value': '/settings/value',
  '/settings/events': '/settings/events',
  '/settings/sign-in': null,
  '/settings/provider': '/settings/provider',
  '/help': null,
  '/help/:doc': null,
} satisfies Record<PagePath, string | null>;

const drawnViews = [
  '/wallets/new',
  '/wallets/import',
  '/wallets/:row',
  '/transactions/:row',
  '/exchanges/:row',
  '/withdrawals/:row',
  '/address-book/new',
  '/activity-log/:row',
  '/balances/aml-fees',
];

/** An overview, a list with a drawer, and a form with every change; in the long tests, every page that comes drawn. */
const takenOver =
  process.env['LONG_TESTS'] === '1'
    ? [...Object.values(drawnPages).filter((path) => path !== null), ...drawnViews]
    : ['/', '/wallets/:row', '/withdrawals/new'];

/** The address of the first row of a list for one that ends in `:row`. */
async function addressOf(page: Page, path: string): Promise<string> {
  if (!path.endsWith(':row')) return path;
  const rowLink = new RegExp(`data-row-link="true"[^>]* href="(${path.slice(0, -':row'.length)}[^"]+)"`);
  let address: string | undefined;
  await expect(async () => {
    const response = await page.request.get(path.slice(0, -'/:row'.length), {
      headers: { accept: 'text/html' },
    });
    address = rowLink.exec(await response.text())?.[1];
    expect(address).toBeDefined();
  }).toPass();
  return address ?? path;
}

for (const path of takenOver) {
  test(`${path} takes over what the server drew, requests nothing of it, and is then the page that the browser draws itself`, async ({
    baseURL,
    context,
    page,
  }) => {
    await signIn(page, 'sandbox-admin');
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
    const opened = await addressOf(page, path);
    const address = `${opened}${opened.includes('?') ? '&' : '?'}limit=10`;
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
    for (const [drawn, fromServer] of [
      [page, 1],
      [drawnAnew, 0],
    ] as const) {
      await expect(screen(drawn)).toHaveCount(0);
      await drawn.waitForLoadState('networkidle');
      await expect(drawn.locator('h1[data-from-server]')).toHaveCount(fromServer);
    }
    // A busy browser takes its time to draw what has come.
    await expect(async () => expect(await markup(page)).toEqual(await markup(drawnAnew))).toPass({
      timeout: 30_000,
    });
    expect(complaints).toEqual([]);
  });
}

/**
 * The tags and texts of the page, a line each, and at its end those of what is open over it, in place or in a portal. Left
 * out: the names that React makes up for what refers to each other, how the server marks texts and styles, what is chosen,
 * and moments and ages, which go on.
 */
function markup(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('#root > [data-drawn-at]') ?? document.querySelector('#root');
    const copy = root?.cloneNode(true) as Element;
    const over = ':has(> .mantine-Drawer-root, > .mantine-Modal-root)';
    for (const inPlace of copy.querySelectorAll(over)) inPlace.remove();
    for (const open of document.querySelectorAll(over)) copy.append(open.cloneNode(true));
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
