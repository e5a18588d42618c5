import { expect, type Locator, type Page, test } from '@playwright/test';
import { networkFacts, withdrawalNetworks } from '../src/domain/networks.ts';
import { signIn, whileWaitedFor } from './fixtures.ts';
import { addressOfNewTab } from './new-tab.ts';
import { createWithdrawalByApi } from './withdrawal-tasks.ts';

const row = (page: Page) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .first();

/** What the page of transactions asks for when it reads its own rows again. */
const reading = /\/transactions\?.*limit=25&created_to/;

/** How often the page's own rows were asked for since. */
function countReadings(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (reading.test(request.url())) count += 1;
  });
  return () => count;
}

/** Advances the page's clock by more than the lists' refresh pause. */
async function letTimePass(page: Page): Promise<void> {
  await page.clock.runFor(16_000);
}

/** Lets time pass until the page has read its own rows again. */
async function letItRead(page: Page): Promise<void> {
  const response = page.waitForResponse(reading);
  await letTimePass(page);
  await (await response).finished();
}

test('a live list reads again, unless it is paused or its tab is hidden, and says how old it is', async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page, 'sandbox-finance');
  await page.goto('/transactions?limit=25');
  await expect(row(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause live refresh' })).toBeVisible();
  const readings = countReadings(page);

  await letItRead(page);
  expect(readings()).toBe(1);

  await page.getByRole('button', { name: 'Pause live refresh' }).click();
  await letTimePass(page);
  await letTimePass(page);
  expect(readings()).toBe(1);
  await expect(page.getByText('Paused')).toBeVisible();
  await expect(page.getByText(/· updated [3-9]\d s ago/)).toBeVisible();

  // Asked for by hand it reads, paused or not.
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect.poll(readings).toBe(2);

  await page.getByRole('button', { name: 'Resume live refresh' }).click();
  await letItRead(page);
  const before = readings();
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await letTimePass(page);
  await letTimePass(page);
  expect(readings()).toBe(before);
});

test('a row whose status changes does so in its place, and none moves or is covered until it is asked for', async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page, 'sandbox-finance');
  let isLater = false;
  // The first of the rows on screen leaves, as a row leaves "in progress" when it is completed.
  await page.route(/\/api\/prod\/v1\/transactions\?.*limit=25(?!\d)(?!.*offset=)/, async (route) => {
    await whileWaitedFor(async () => {
      const response = await route.fetch();
      const answer = await response.json();
      if (isLater) answer.data.transactions.shift();
      await route.fulfill({ response, json: answer });
    });
  });
  // What other tests have asked to be paid is paid in the meantime, from and to other networks.
  await page.goto('/transactions?network=eth&direction=in&limit=25');
  await expect(page.locator('tr[data-row]')).toHaveCount(25);
  const ids = () => page.locator('tr[data-row]').evaluateAll((rows) => rows.map((one) => one.dataset['row']));
  const before = await ids();
  isLater = true;
  await letTimePass(page);
  const news = page.getByRole('button', { name: /^Show changes/ });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(news).toBeVisible();
    expect.soft(await textsUnder(news), `${width} pixels`).toEqual([]);
  }
  expect(await ids()).toEqual(before);
  await news.click();
  await expect.poll(ids).toEqual(before.slice(1));
});

/** What the page says where this is drawn over it. */
function textsUnder(element: Locator): Promise<string[]> {
  return element.evaluate((over) => {
    const { left, right, top, bottom } = over.getBoundingClientRect();
    const covered: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(text);
      const isUnder = [...range.getClientRects()].some(
        (box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top,
      );
      if (isUnder && !over.contains(text)) covered.push(text.textContent ?? '');
    }
    return covered;
  });
}

test('the first row of an empty list shows as soon as it is there, without being asked for', async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page, 'sandbox-operator');
  const reference = `first-${Date.now()}`;
  await page.goto(`/withdrawals?search=${reference}`);
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await createWithdrawalByApi(page, { external_id: reference });
  await letTimePass(page);
  await expect(page.locator('tr[data-row]')).toHaveCount(1);
});

test('a row opens in a new tab with the middle button and with Ctrl, on its link and beside it', async ({
  context,
  page,
}) => {
  await signIn(page, 'sandbox-finance');
  await page.goto('/transactions?limit=10');
  const link = row(page).getByRole('rowheader').getByRole('link');
  await expect(link).toBeVisible();
  const names = withdrawalNetworks.map((network) => networkFacts(network).name);
  const beside = row(page).getByRole('cell', { name: new RegExp(`^(?:${names.join('|')})$`) });
  const addresses: string[] = [];
  for (const click of [
    () => link.click({ button: 'middle' }),
    () => link.click({ modifiers: ['ControlOrMeta'] }),
    () => beside.click({ button: 'middle' }),
    () => beside.click({ modifiers: ['ControlOrMeta'] }),
  ]) {
    addresses.push(await addressOfNewTab(page, /\/transactions\/tx_/, click));
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  expect(new Set(addresses).size).toBe(1);
  const tab = await context.newPage();
  await tab.goto(addresses[0] ?? '');
  await expect(tab.getByRole('dialog', { name: 'Transaction' })).toBeVisible();
  await tab.close();
  await beside.click({ button: 'right' });
  await expect(page.getByRole('dialog')).toBeHidden();
  await beside.click();
  await expect(page.getByRole('dialog', { name: 'Transaction' })).toBeVisible();
});
