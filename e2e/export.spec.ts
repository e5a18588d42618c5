import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Download, type Page, type Route } from '@playwright/test';
import Papa from 'papaparse';
import readWorkbook from 'read-excel-file/node';
import { violations } from './axe.ts';
import { type ExportServer, rowsOfCsv, startExportServer, timeOfLast, unzip } from './export-fixtures.ts';
import { fromOwnPage } from './fixtures.ts';
import { test } from './warm-test.ts';

// They share one server, and one after the other its rows arrive.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

/** The timeout for steps that take many requests. */
const patient = { timeout: 60_000 };

const total = process.env['LONG_TESTS'] === '1' ? 20_000 : 3_000;

/** From when on there are all rows, and the last 900 of them, three pages, which do where the number does not matter. */
const everything = timeOfLast(total, total);
const lastRows = timeOfLast(900, total);

type Header = {
  complete: boolean;
  rows_expected: number;
  rows_written: number;
  pinned_to: string;
  query: Record<string, string>;
  time_zone: string;
  rows_sha256: string;
  sums: { group: { currency: string; status: string }; rows: number; sums: Record<string, string> }[];
};

let server: ExportServer;
let stop: ExportServer['stop'] | undefined;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  server = await startExportServer(total);
  stop = server.stop;
});

test.afterAll(async () => {
  await stop?.();
});

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('time-zone', 'UTC'));
});

async function openExport(page: Page, from = lastRows) {
  const signedIn = await page.request.post(`${server.url}/session`, {
    headers: fromOwnPage,
    data: { token: server.token },
  });
  expect(signedIn.status()).toBe(200);
  await page.goto(`${server.url}/transactions?currency=USDT&status=completed&limit=5&created_from=${from}`);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  return page.getByRole('dialog', { name: 'Export transactions' });
}

/** A proxy between the export and the service; the list itself requests smaller pages. */
async function onExportPage(
  page: Page,
  handle: (offset: number, route: Route) => Promise<void>,
): Promise<void> {
  await page.route(
    (url) => url.pathname === '/api/prod/v1/transactions' && url.searchParams.get('limit') === '300',
    async (route) => {
      await handle(Number(new URL(route.request().url()).searchParams.get('offset')), route);
    },
  );
}

async function saveCsv(page: Page): Promise<Download> {
  await page.getByRole('radio', { name: /^CSV/ }).check();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Start export' }).click();
  return await download;
}

/** What the database gives for the very query of an export. */
async function rowsOf({ query, pinned_to: until }: Header) {
  return await server.ask({ ask: 'rows', from: query['created_from'] ?? '', until });
}

async function expectSums(header: Header): Promise<void> {
  const { sums } = await rowsOf(header);
  const [moneyIn, out] = sums;
  expect(header.sums).toEqual([
    {
      group: { currency: 'USDT', status: 'completed' },
      rows: header.rows_written,
      sums: { in: moneyIn?.amount, out: out?.amount, fees: out?.fees },
    },
  ]);
}

test(`a CSV of ${total} rows, of which no cell is a formula, equals the database while 200 more arrive`, async ({
  page,
}) => {
  await openExport(page, everything);
  const arriveAt = new Set([600, (total / 10) * 6]);
  await onExportPage(page, async (offset, route) => {
    if (arriveAt.has(offset)) await server.ask({ ask: 'arrive', count: 100 });
    await route.continue();
  });
  const download = await saveCsv(page);
  const dialog = page.getByRole('dialog', { name: 'Export transactions' });
  const shown = total.toLocaleString('en');
  await expect(dialog).toContainText(`${shown} of ${shown} rows`);

  const files = [...(await unzip(download)).entries()];
  const [[csvName, csv] = ['', ''], [metaName, meta] = ['', '']] = files;
  expect(csvName).toMatch(/^transactions-.*Z\.csv$/);
  expect(metaName).toBe(csvName.replace('.csv', '.meta.json'));
  const header = JSON.parse(meta) as Header;
  expect(header).toMatchObject({
    complete: true,
    rows_expected: total,
    rows_written: total,
    time_zone: 'UTC',
    query: { currency: 'USDT', status: 'completed', created_to: header.pinned_to },
  });

  const expected = await rowsOf(header);
  expect(expected.rows).toHaveLength(total);
  expect(rowsOfCsv(csv)).toEqual(expected.rows);
  expect(createHash('sha256').update(csv).digest('hex')).toBe(header.rows_sha256);
  await expectSums(header);
  await expect(dialog).toContainText(header.rows_sha256);
  const cells = Papa.parse<string[]>(csv, { delimiter: ',', newline: '\r\n' }).data.flat();
  expect(cells.filter((cell) => /^\s*[=+\-@]/.test(cell))).toEqual([]);
  expect((await server.ask({ ask: 'rows', from: everything, until: '9999-01-01' })).rows).toHaveLength(
    total + 200,
  );
});

test('a canceled export leaves nothing, and leaving a running one asks first', async ({ page }) => {
  const dialog = await openExport(page);
  const downloads: Download[] = [];
  page.on('download', (download) => downloads.push(download));
  await onExportPage(page, async (offset, route) => {
    // The others are never answered.
    if (offset < 600) await route.continue();
  });
  const start = page.getByRole('button', { name: 'Start export' });
  await start.click();
  await expect(dialog).toContainText(/600 of [\d,]+ rows/, patient);
  expect(page.workers()).toHaveLength(1);

  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toContainText('Stop the export?');
  await page.getByRole('button', { name: 'Keep going' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);

  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(start).toBeVisible();
  await expect.poll(() => page.workers()).toHaveLength(0);

  // Back from a page of the console, so that there is one to go forward to.
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Wallets' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Wallets' })).toBeVisible();
  await page.goBack();
  // Wallets have an Export button as well, until this page is shown.
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await start.click();
  await expect(dialog).toContainText(/600 of [\d,]+ rows/, patient);
  await page.evaluate(() => history.forward());
  await expect(page.getByRole('alertdialog')).toContainText('Stop the export?');
  await expect(page).toHaveURL(/\/transactions/);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page).toHaveURL(/\/wallets/);
  await expect.poll(() => page.workers()).toHaveLength(0);
  expect(downloads).toEqual([]);
});

test('a page that fails in the middle is tried again and then reported, and the export continues from there', async ({
  page,
}) => {
  const dialog = await openExport(page);
  const asked: number[] = [];
  const { promise: pauseShown, resolve: showPause } = Promise.withResolvers<void>();
  await onExportPage(page, async (offset, route) => {
    asked.push(offset);
    const attempts = asked.filter((one) => one === 300).length;
    if (offset !== 300 || attempts > 2) return await route.continue();
    if (attempts === 1) return await route.abort();
    await pauseShown;
    // A refusal, which is not tried again.
    const answer = { code: '400', error_code: 'request', error_message: 'Not at this hour', data: null };
    return await route.fulfill({ status: 400, json: answer });
  });
  const downloads: Download[] = [];
  page.on('download', (download) => downloads.push(download));
  await page.getByRole('button', { name: 'Start export' }).click();
  await expect(dialog).toContainText('Page 2 failed. Trying again in', patient);
  showPause();
  await expect(dialog.getByRole('alert')).toContainText('Not at this hour', patient);
  await expect(dialog).toContainText(/300 of [\d,]+ rows were read, and nothing is saved yet/);
  expect(asked.filter((offset) => offset === 300)).toHaveLength(2);
  expect(downloads).toEqual([]);
  expect(await violations(page)).toEqual([]);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Try again from page 2' }).click();
  const [csv = '', meta = ''] = (await unzip(await download)).values();
  const header = JSON.parse(meta) as Header;
  expect(header.complete).toBe(true);
  expect(rowsOfCsv(csv)).toEqual((await rowsOf(header)).rows);
  expect(asked.filter((offset) => offset === 0)).toHaveLength(1);
});

test('an export whose number of rows changes in the meantime is reported as incomplete', async ({ page }) => {
  const dialog = await openExport(page);
  await onExportPage(page, async (offset, route) => {
    const response = await route.fetch();
    const text = await response.text();
    const body = offset === 600 ? text.replace(/"count":\d+/, '"count":2999') : text;
    await route.fulfill({ response, body });
  });
  const downloads: Download[] = [];
  page.on('download', (download) => downloads.push(download));
  await page.getByRole('button', { name: 'Start export' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The export is incomplete', patient);
  await expect(dialog.getByRole('alert')).toContainText(/changed from \d+ to 2999/);
  expect(downloads).toEqual([]);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save anyway' }).click();
  const [, meta = ''] = (await unzip(await download)).values();
  expect(JSON.parse(meta)).toMatchObject({
    complete: false,
    problems: [expect.stringContaining('changed from')],
  });
});

test('an XLSX saved from the keyboard has no formula and every digit of the database, and no screen on the way has accessibility violations', async ({
  page,
}) => {
  const dialog = await openExport(page);
  await expect(dialog.getByRole('radio', { name: /^CSV/ })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: /^XLSX/ })).toBeChecked();
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^transactions-.*\.xlsx$/);
  await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeFocused();

  const sheets = await readWorkbook(await readFile(await file.path()), {
    trim: false,
    parseNumber: (text) => ({ number: text }),
  });
  const [head, rows] = sheets;
  expect(sheets.map(({ sheet }) => sheet)).toEqual(['Header', 'Rows']);
  const properties = new Map(head?.data.map(([label, value]) => [label, value]));
  expect(properties.get('Complete')).toBe('yes');

  const [names = [], ...cells] = rows?.data ?? [];
  const until = properties.get('Data as of');
  if (typeof until !== 'string') throw new Error('The header doesn’t say what time the data is as of.');
  const expected = await server.ask({ ask: 'rows', from: lastRows, until });
  expect(cells.map((line) => Object.fromEntries(names.map((name, index) => [name, line[index]])))).toEqual(
    expected.rows.map((row) =>
      Object.assign(
        { 'amount (number)': { number: row['amount'] }, 'fee (number)': { number: row['fee'] } },
        row,
      ),
    ),
  );
  // One of the amounts has 30 digits.
  expect(properties.get('Column amount (number)')).toMatch(/ Rounded in [\d,]+ rows?,/);
  expect(properties.get('Column fee (number)')).toContain('Exact: each has at most 15 digits');

  const parts = [...(await unzip(file))].filter(([name]) => name.startsWith('xl/worksheets/'));
  const source = parts.map(([, text]) => text).join('');
  expect(parts).toHaveLength(2);
  expect(source).toContain('HYPERLINK');
  expect(source).not.toMatch(/<f[ >]/);
});
