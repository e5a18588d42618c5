import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, type Download, type Page, type Route } from '@playwright/test';
import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import Papa from 'papaparse';
import readWorkbook from 'read-excel-file/node';
import { violations } from './axe.ts';
import { type ExportServer, startExportServer, timeOfLast } from './export-fixtures.ts';
import { fromOwnPage } from './fixtures.ts';
import { test } from './warm-test.ts';

// They share one server, and one after the other its rows arrive.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

/** The timeout for steps that take many requests. */
const patient = { timeout: 60_000 };

const total = process.env['LONG_TESTS'] === '1' ? 20_000 : 3_000;

/** From when on there are all rows, and the last 3,000 of them, which do where the number does not matter. */
const everything = timeOfLast(total, total);
const lastRows = timeOfLast(3_000, total);

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
  await page.goto(`${server.url}/transactions?currency=USDT&status=completed&created_from=${from}`);
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

async function save(page: Page, format: 'CSV' | 'XLSX' | 'JSON'): Promise<Download> {
  await page.getByRole('radio', { name: new RegExp(`^${format}`) }).check();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Start export' }).click();
  return await download;
}

async function unzip(download: Download): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const entries = await new ZipReader(new BlobReader(await openAsBlob(await download.path()))).getEntries();
  for (const entry of entries) {
    if (!entry.directory) files.set(entry.filename, await entry.getData(new TextWriter()));
  }
  return files;
}

/** Undoes the formula guard as the file's header describes it. */
function unguarded(cell: string): string {
  return cell.replace(/(?<=^|[;\t\r\n])'(?=\s*['=+\-@])|^'(?=[\t\r\n])/g, '');
}

function rowsOfCsv(csv: string): Record<string, string>[] {
  const { data } = Papa.parse<Record<string, string>>(csv, {
    header: true,
    delimiter: ',',
    newline: '\r\n',
    skipEmptyLines: true,
  });
  for (const row of data) row['sender_wallet'] = unguarded(row['sender_wallet'] ?? '');
  return data;
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
  const download = await save(page, 'CSV');
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

test('an XLSX has no formula and every digit of the database', async ({ page }) => {
  await openExport(page);
  const download = await save(page, 'XLSX');
  const sheets = await readWorkbook(await readFile(await download.path()), {
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

  const parts = [...(await unzip(download))].filter(([name]) => name.startsWith('xl/worksheets/'));
  const source = parts.map(([, text]) => text).join('');
  expect(parts).toHaveLength(2);
  expect(source).toContain('HYPERLINK');
  expect(source).not.toMatch(/<f[ >]/);
});

test('a JSON has its header and every row', async ({ page }) => {
  await openExport(page);
  const download = await save(page, 'JSON');
  const { header, rows } = JSON.parse(await readFile(await download.path(), 'utf8')) as {
    header: Header;
    rows: unknown;
  };
  expect(header.complete).toBe(true);
  expect(rows).toEqual((await rowsOf(header)).rows);
  await expectSums(header);
});

test('a canceled export leaves nothing, and leaving a running one asks first', async ({ page }) => {
  const dialog = await openExport(page);
  const downloads: Download[] = [];
  page.on('download', (download) => downloads.push(download));
  await onExportPage(page, async (offset, route) => {
    // The others are never answered.
    if (offset < 1_200) await route.continue();
  });
  const start = page.getByRole('button', { name: 'Start export' });
  await start.click();
  await expect(dialog).toContainText(/1,200 of \d,\d{3} rows/, patient);
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
  await expect(dialog).toContainText(/1,200 of \d,\d{3} rows/, patient);
  await page.evaluate(() => history.forward());
  await expect(page.getByRole('alertdialog')).toContainText('Stop the export?');
  await expect(page).toHaveURL(/\/transactions/);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page).toHaveURL(/\/wallets/);
  await expect.poll(() => page.workers()).toHaveLength(0);
  expect(downloads).toEqual([]);
});

test('a page that fails in the middle is reported, and the export continues from there', async ({ page }) => {
  const dialog = await openExport(page);
  let isBroken = true;
  const asked: number[] = [];
  await onExportPage(page, async (offset, route) => {
    asked.push(offset);
    await (isBroken && offset === 1_500 ? route.abort() : route.continue());
  });
  const downloads: Download[] = [];
  page.on('download', (download) => downloads.push(download));
  await page.getByRole('button', { name: 'Start export' }).click();
  await expect(dialog).toContainText('Page 6 failed. Trying again in', patient);
  await expect(dialog.getByRole('alert')).toContainText('Can’t reach the server', patient);
  await expect(dialog).toContainText(/1,500 of \d,\d{3} rows were read, and nothing is saved yet/);
  expect(asked.filter((offset) => offset === 1_500)).toHaveLength(4);
  expect(downloads).toEqual([]);
  expect(await violations(page)).toEqual([]);

  isBroken = false;
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Try again from page 6' }).click();
  const [csv = '', meta = ''] = (await unzip(await download)).values();
  const header = JSON.parse(meta) as Header;
  expect(header.complete).toBe(true);
  expect(rowsOfCsv(csv)).toEqual((await rowsOf(header)).rows);
});

test('an export whose number of rows changes in the meantime is reported as incomplete', async ({ page }) => {
  const dialog = await openExport(page);
  await onExportPage(page, async (offset, route) => {
    const response = await route.fetch();
    const text = await response.text();
    const body = offset === 1_500 ? text.replace(/"count":\d+/, '"count":2999') : text;
    await route.fulfill({ response, body });
  });
  const downloads: Download[] = [];
  page.on('download', (download) => downloads.push(download));
  await page.getByRole('button', { name: 'Start export' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The export is incomplete', patient);
  await expect(dialog.getByRole('alert')).toContainText(/changed from \d{4} to 2999/);
  expect(downloads).toEqual([]);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save anyway' }).click();
  const [, meta = ''] = (await unzip(await download)).values();
  expect(JSON.parse(meta)).toMatchObject({
    complete: false,
    problems: [expect.stringContaining('changed from')],
  });
});

test('works from the keyboard, and has no accessibility violations while one chooses and when it is done', async ({
  page,
}) => {
  const dialog = await openExport(page);
  await expect(dialog.getByRole('radio', { name: /^CSV/ })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: /^XLSX/ })).toBeChecked();
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toMatch(/^transactions-.*\.xlsx$/);
  await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeFocused();
});
