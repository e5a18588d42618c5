import { expect, type Page } from '@playwright/test';
import { chooseFile } from './fixtures.ts';

type Row = Record<string, string>;

const columns = [
  'created_at',
  'direction',
  'amount',
  'currency',
  'network',
  'hash',
  'transaction_id',
  'fee',
] as const;

/** Finance’s own books of five days’ bitcoin, as the published lists have them: what comes and goes, line by line. */
export async function bitcoinBooks(page: Page): Promise<Row[]> {
  const rowsOf = async (path: string): Promise<Row[]> => {
    const period = `created_from=2026-10-01&created_to=2026-10-05&status=completed&limit=300`;
    const answer = await page.request.get(`/api/prod/v1/${path}${period}`);
    expect(answer.status()).toBe(200);
    // As text: an amount that is a number has more digits than JSON.parse keeps.
    const text = (await answer.text()).replaceAll(/("(?:amount_from|amount_to)":)([-\d.e]+)/g, '$1"$2"');
    return JSON.parse(text).data.transactions;
  };
  const transactions = await rowsOf('transactions?currency=BTC&');
  const exchanges = await rowsOf('exchange-transactions?');
  const side = (row: Row, name: 'from' | 'to'): Row => ({
    created_at: row['created_at'] ?? '',
    direction: name === 'from' ? 'out' : 'in',
    amount: row[`amount_${name}`] ?? '',
    currency: row[`currency_${name}`] ?? '',
    network: row[`network_${name}`] ?? '',
    transaction_id: row['transaction_id'] ?? '',
  });
  const sides = exchanges.flatMap((row) => [side(row, 'from'), side(row, 'to')]);
  return [...transactions, ...sides].filter(({ currency }) => currency === 'BTC');
}

/** The lines as a file to choose. */
export function booksFile(rows: readonly Row[]) {
  const lines = rows.map((row) => columns.map((column) => row[column] ?? '').join(','));
  const buffer = Buffer.from([columns.join(','), ...lines].join('\n'));
  return { name: 'bitcoin-october.csv', mimeType: 'text/csv', buffer };
}

/** Starts a reconciliation of these days’ bitcoin, saves its columns as “Bitcoin books”, and waits for what it found. */
export async function reconcile(page: Page, file: ReturnType<typeof booksFile>): Promise<void> {
  await page.goto('/books/reconciliation/new');
  await chooseFile(page.getByLabel('CSV file'), file);
  await expect(page.getByRole('heading', { name: 'Columns' })).toBeVisible();
  await page.getByLabel('First day').fill('2026-10-01');
  await page.getByLabel('Last day').fill('2026-10-05');
  await page.locator('form').getByLabel('Currency', { exact: true }).last().selectOption('BTC');
  await page.getByLabel('Save the columns as').fill('Bitcoin books');
  await page.getByRole('button', { name: 'Start reconciliation' }).click();
  await expect(page.getByRole('navigation', { name: 'Results' })).toBeVisible();
}
