import { expect, type Locator, type Page } from '@playwright/test';
import { earlyRequests } from '../src/contract/early-requests.ts';
import { signIn } from './fixtures.ts';
import { attention, balances, movement, seeMovement } from './overview-parts.ts';
import { test } from './warm-test.ts';
import { createWithdrawalByApi } from './withdrawal-tasks.ts';

const days = (page: Page) =>
  movement(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });
const cell = (row: Locator, name: 'In' | 'Out' | 'Net' | 'Cumulative net' | 'Transactions') =>
  row.locator(`td[data-label="${name}"]`);

type Day = Awaited<ReturnType<typeof readDay>>;

const zeros = ({ amounts }: Day) => amounts.filter((amount) => /^[^1-9]*$/.test(amount)).length;

/** What a day shows in each column, and the statement that it leads to; what is nothing leads nowhere. */
async function readDay(row: Locator) {
  const text = async (name: 'In' | 'Out') => (await cell(row, name).innerText()).replaceAll(',', '');
  const links = row.getByRole('link');
  return {
    day: await row.getByRole('rowheader').innerText(),
    amounts: [await text('In'), await text('Out')],
    path: (await links.count()) === 0 ? null : await links.first().getAttribute('href'),
  };
}

const allPermissions = { permissions: null, consolePermissions: null };

const numberIn = (text = '') => Number(/^[\d,]+/.exec(text)?.[0].replaceAll(',', ''));

/** How many rows the list at an address has, as its own request is answered. Opens the list if only it knows its request. */
async function counted(page: Page, path: string): Promise<number> {
  const { pathname, searchParams } = new URL(path, page.url());
  searchParams.set('limit', '10');
  const [, request] = earlyRequests(pathname, searchParams, allPermissions);
  if (request === undefined) return Number(await listed(page, `${pathname}?${searchParams}`));
  const { data } = (await (await page.request.get(request)).json()) as {
    data: { count?: number; meta?: { total: number } };
  };
  return data.count ?? data.meta?.total ?? Number.NaN;
}

/** How many rows the list at an address says that it has. */
async function listed(page: Page, path: string): Promise<string> {
  await page.goto(path);
  const pages = page.getByRole('navigation', { name: 'Pages' }).getByRole('status');
  await expect(pages).toHaveText(/ of [\d,]+$/);
  return (await pages.innerText())
    .replace(/^.* of /, '')
    .replaceAll(',', '')
    .trim();
}

/** The inflow and outflow of a currency in the statement that a link of the overview leads to, all places together. */
async function booked(page: Page, path: string | null = '', currency = ''): Promise<string[]> {
  await movement(page).locator(`a[href="${path}"]`).first().click();
  await expect(page).toHaveURL(path ?? '');
  const total = page
    .getByRole('table', { name: currency, exact: true })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'Total' }) });
  const amount = async (column: string) =>
    ((await total.locator(`td[data-column="${column}"] button`).getAttribute('title')) ?? '').replace(
      /^Copy -?/,
      '',
    );
  const amounts = [await amount('inflow'), await amount('outflow')];
  await page.goBack();
  await seeMovement(page);
  return amounts;
}

test('each item, new withdrawals among them, counts as many as its list, and late rows have their mark there', async ({
  page,
}) => {
  test.slow();
  await signIn(page, 'sandbox-operator');
  await createWithdrawalByApi(page);
  // A payment that completed in the meantime is no longer in the lists, so try once more.
  await expect(async () => {
    await page.goto('/');
    const lines = attention(page).getByRole('link');
    await expect(lines).not.toHaveCount(0);
    const found = await lines.evaluateAll((links) =>
      links.map((link) => ({ text: link.textContent, path: link.getAttribute('href') })),
    );
    // A stopped withdrawal or a sanctioned address leads to itself, and no list has exactly these.
    const ofLists = found.filter(({ text }) => !/sanction/.test(text));
    const { path: ofNew } = found.find(({ text }) => /new withdrawals? waiting/.test(text)) ?? {};
    expect(ofNew).toMatch(/^\/withdrawals\?status=new&until=/);
    const late = ofLists.find(({ text }) => text.includes('late'));
    expect(late).toBeDefined();
    for (const { text, path } of ofLists.filter((one) => one !== late))
      expect(await counted(page, path ?? ''), text).toBe(numberIn(text));
    expect(Number(await listed(page, late?.path ?? '')), late?.text).toBe(numberIn(late?.text));
    await expect(page.getByRole('button', { name: 'Late' })).toHaveCount(numberIn(late?.text));
  }).toPass({ timeout: 150_000 });
});

test('each balance is that of the page of balances, to the last digit, and leads to its currency there', async ({
  page,
}) => {
  await signIn(page, 'sandbox-finance');
  // Other tests move funds of the account, so a read that meets a movement is repeated.
  await expect(async () => {
    await page.goto('/');
    await expect(balances(page).getByRole('link')).not.toHaveCount(0);
    const totals = await balances(page)
      .getByRole('link')
      .evaluateAll((links) =>
        links.map((link) => ({
          currency: link.firstElementChild?.textContent ?? '',
          amount: link.children[1]?.textContent ?? '',
          href: link.getAttribute('href') ?? '',
        })),
      );
    expect(totals.length).toBeGreaterThan(4);
    for (const { currency, href } of totals) {
      const { pathname, searchParams } = new URL(href, page.url());
      expect([pathname, searchParams.get('currency')]).toEqual(['/balances', currency]);
    }
    for (const { currency, amount, href } of [...totals.slice(0, 1), ...totals.slice(-1)]) {
      await balances(page).locator(`a[href="${href}"]`).click();
      const groups = page.getByRole('table', { name: 'Balances' }).locator('th[scope="rowgroup"]');
      await expect(groups).toHaveCount(1);
      await expect(groups).toContainText(currency);
      const total = page.getByRole('row').filter({ has: page.locator('th[scope="rowgroup"]') });
      await expect(total.getByRole('button').first()).toHaveAccessibleName(`Copy ${amount} ${currency}`, {
        timeout: 2_000,
      });
      await page.goBack();
    }
    await balances(page).getByRole('link').first().click();
    await page.getByRole('link', { name: 'Show all currencies' }).click();
    await expect(page.locator('th[scope="rowgroup"]')).toHaveCount(totals.length);
  }).toPass();
});

test('the sums of a range and of a day are those of the statements that they lead to, as each day does to its own', async ({
  page,
}) => {
  test.slow();
  await signIn(page, 'sandbox-finance');
  // What is booked after the sums were read is in the statements and not in them: then once more.
  await expect(async () => {
    await page.goto('/?range=7d&currency=BTC&view=table');
    await seeMovement(page);
    await expect(days(page)).toHaveCount(7);
    const shown = await Promise.all((await days(page).all()).map(readDay));
    const whole = movement(page).locator('dl');
    const totals = (await whole.locator('dd').allInnerTexts()).map((text) => text.replaceAll(',', ''));
    const totalPath = await whole.getByRole('link').first().getAttribute('href');

    const moved = shown.filter(({ path }) => path !== null);
    expect(moved.length).toBeGreaterThan(2);
    for (const { day, path } of moved) expect(path).toContain(`?from=${day.match(/\d{4}-\d\d-\d\d/)?.[0]}&`);
    // One with an inflow and an outflow, if there is one.
    const [{ amounts, path }] = moved.toSorted((one, other) => zeros(one) - zeros(other)) as [Day];
    expect(await booked(page, path, 'BTC')).toEqual(amounts);
    expect(await booked(page, totalPath, 'BTC')).toEqual(totals.slice(0, 2));
  }).toPass({ timeout: 150_000 });
});

test('a chart and its table tell the same, and the keyboard goes from day to day and to its list', async ({
  page,
}) => {
  await signIn(page, 'sandbox-finance');
  await page.goto('/?range=7d&currency=USDT');
  await seeMovement(page);
  await expect(
    movement(page).getByRole('img', { name: /^USDT inflow, outflow and net by day/ }),
  ).toBeVisible();
  const links = movement(page).getByRole('list').last().getByRole('link');
  await expect(links).toHaveCount(7);
  await links.last().focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await expect(links.nth(5)).toBeFocused();
  await page.keyboard.press('End');
  await expect(links.last()).toBeFocused();
  await page.keyboard.press('Home');
  await expect(links.first()).toBeFocused();
  await page.keyboard.press('ArrowRight');

  // Payments of the last days may still be completed in the meantime.
  const day = links.nth(1);
  const words = (await day.getAttribute('aria-label')) ?? '';
  const [, date, incoming, outgoing, net, count] =
    /^\w+ (\S+): in (\S+) USDT, out (\S+) USDT, net (\S+) USDT, ([\d,]+) transactions?$/.exec(words) ?? [];
  const tooltip = page.locator('[popover]:popover-open');
  for (const text of [date, incoming, outgoing, net, count]) await expect(tooltip).toContainText(text ?? '?');
  await page.keyboard.press('Escape');
  await expect(tooltip).toBeHidden();
  const path = (await day.getAttribute('href')) ?? '';

  await movement(page).getByRole('link', { name: 'Show as table' }).click();
  await expect(page).toHaveURL('/?range=7d&currency=USDT&view=table');
  const row = days(page).filter({ hasText: date ?? '' });
  await expect(cell(row, 'In')).toHaveText(incoming ?? '');
  await expect(cell(row, 'Out')).toHaveText(outgoing ?? '');
  await expect(cell(row, 'Net')).toHaveText(net ?? '');
  await expect(cell(row, 'Transactions')).toHaveText(count ?? '');
  await movement(page).getByRole('link', { name: 'Show as chart' }).click();
  await expect(links).toHaveCount(7);
  await day.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(path);
});

test('days begin at midnight of the chosen zone', async ({ page }) => {
  await signIn(page, 'sandbox-finance');
  await page.goto('/?range=7d&currency=USDT&view=table');
  await seeMovement(page);
  await expect(days(page)).toHaveCount(7);
  const inUtc = await days(page).allInnerTexts();

  await page.getByRole('button', { name: /^Times in/ }).click();
  await page.getByLabel('Find a time zone').fill('kolkata');
  await page.getByLabel('Find a time zone').press('Enter');
  await expect(movement(page).getByText(/by booking date in Asia\/Kolkata/)).toBeVisible();
  await expect.poll(() => days(page).allInnerTexts()).not.toEqual(inUtc);
  // The statement has days of the same zone.
  const { amounts, path } = await readDay(days(page).nth(1));
  expect(await booked(page, path, 'USDT')).toEqual(amounts);
});

test('movements are grouped by week or month, of any period, with the same totals and a running net', async ({
  page,
}) => {
  await signIn(page, 'sandbox-finance');
  await page.goto('/?currency=USDT&view=table');
  await seeMovement(page);
  await expect(days(page)).toHaveCount(30);

  await movement(page).getByRole('button', { name: 'Custom range' }).click();
  const range = page.getByRole('form', { name: 'Custom range' });
  const [first, last] = [daysAgo(400), daysAgo(30)];
  await range.getByLabel('From').fill('');
  await range.getByLabel('To').fill(last);
  await range.getByRole('button', { name: 'Apply' }).click();
  await expect(range.getByText('Enter a start date.')).toBeVisible();
  await range.getByLabel('From').fill(first);
  await range.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(`/?from=${first}&to=${last}&currency=USDT&view=table`);
  await expect(movement(page).getByText(`Completed transactions from ${first} to ${last}`)).toBeVisible();

  // A year is grouped by week by default.
  const grouping = movement(page).getByRole('navigation', { name: 'Group by' });
  await expect(grouping.getByRole('link', { name: 'Week' })).toHaveAttribute('aria-current', 'page');
  await expect(movement(page).getByRole('table', { name: 'USDT by week' })).toBeVisible();
  const totals = await movement(page).locator('dl dd').allInnerTexts();
  const weeks = days(page);
  for (const name of await weeks.getByRole('rowheader').allInnerTexts()) {
    const [monday, sunday] = name.match(/\d{4}-\d\d-\d\d/g) ?? [];
    if (!name.includes('of 7 days')) expect([weekday(monday), weekday(sunday)]).toEqual([1, 0]);
  }
  const { amounts, path } = await readDay(weeks.nth(1));
  expect(await booked(page, path, 'USDT')).toEqual(amounts);

  const byMonth = grouping.getByRole('link', { name: 'Month' });
  await byMonth.click();
  await expect(byMonth).toHaveAttribute('aria-current', 'page');
  await movement(page).getByLabel('Cumulative net').check();
  await expect(page).toHaveURL(
    `/?from=${first}&to=${last}&currency=USDT&bucket=month&cumulative=on&view=table`,
  );
  await expect(movement(page).getByRole('table', { name: 'USDT by month' })).toBeVisible();
  await expect(movement(page).locator('dl dd')).toHaveText(totals);
  // Up to the last month, the running net is that of the whole period.
  const running = cell(days(page).first(), 'Cumulative net');
  expect(`+${await running.innerText()}`.replace('+−', '−')).toBe(totals[2]);

  await movement(page).getByRole('link', { name: 'Show as chart' }).click();
  await expect(
    movement(page).getByRole('img', { name: 'USDT inflow, outflow, net and cumulative net by month' }),
  ).toBeVisible();
  await movement(page).getByRole('list').last().getByRole('link').last().focus();
  await expect(page.locator('[popover]:popover-open')).toContainText('Cumulative net');
});

function daysAgo(count: number): string {
  return new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);
}

function weekday(date = ''): number {
  return new Date(date).getUTCDay();
}
