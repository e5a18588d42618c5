import { expect, type Page } from '@playwright/test';
import { chooseFile } from './fixtures.ts';
import type { Reconciliation } from '../src/contract/gateway/reconciliations.ts';
import { bitcoinBooks, booksFile, reconcile } from './reconciliation-tasks.ts';
import type { Screen } from './screen.ts';

const withDifferences: Reconciliation = {
  reconciliation_id: 'rec_1',
  series_id: 'rec_1',
  name: 'bitcoin-october',
  file_name: 'bitcoin-october.csv',
  file_sha256: '3ee84b1f'.repeat(8),
  file_bytes: 9_590,
  mapping: {
    time: 'created_at',
    time_zone: 'UTC',
    date_order: 'ymd',
    amount_layout: 'direction',
    amount: 'amount',
    amount_in: null,
    amount_out: null,
    direction: 'direction',
    number_format: 'point',
    includes_fee: false,
    currency: 'currency',
    fixed_currency: null,
    network: 'network',
    hash: 'hash',
    reference: 'transaction_id',
    fee: 'fee',
  },
  from: '2026-10-01T00:00:00.000Z',
  to: '2026-10-06T00:00:00.000Z',
  as_of: '2026-11-29T12:22:21.291Z',
  currency: 'BTC',
  tolerance_hours: 24,
  created_by: 'Operator',
  state: 'ready',
  failure: null,
  summary: {
    rows: 67,
    problem_count: 0,
    problems: [],
    empty: 0,
    left_out: { ours: 528, theirs: 0 },
    counts: { matched: 66, missing_here: 0, missing_there: 1, different: 1 },
    sums: [],
    books: { compared: 71, fault_count: 0, faults: [] },
    balances: { compared: 24, faults: [] },
    unreadable_rows: 0,
  },
  resolved: 0,
};

const failed: Reconciliation = {
  ...withDifferences,
  reconciliation_id: 'rec_0',
  series_id: 'rec_0',
  currency: null,
  state: 'failed',
  failure: 'This period has 300,000 lines of the books, and a reconciliation compares at most 250,000.',
  summary: null,
};

/** Reconciliation with a file: where it begins, and what one found. */
export const reconciliationScreens: Screen[] = [
  {
    name: 'new reconciliation with columns and a line that can’t be read',
    async show(page) {
      await page.goto('/books/reconciliation/new');
      await chooseFile(page.getByLabel('CSV file'), {
        name: 'books.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Date,Amount,Currency,Hash\n2026-10-01 10:00,1.5,BTC,ab\nsoon,2,BTC,cd\n'),
      });
      await expect(page.getByText(/“soon” isn’t a time/)).toBeVisible();
    },
  },
  {
    name: 'reconciliations',
    async show(page) {
      const answer = { count: 2, reconciliations: [withDifferences, failed] };
      await page.route(
        ({ pathname }) => pathname === '/console/reconciliations',
        async (route) =>
          route.fulfill({ json: { code: '200', error_code: null, error_message: null, data: answer } }),
      );
      await page.goto('/books/reconciliation');
      await expect(page.getByText('2 lines don’t match')).toBeVisible();
      await expect(page.getByText('Failed', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'question whether to delete saved columns',
    async show(page) {
      await reconcileWithDifferences(page);
      await page.goto('/books/reconciliation');
      await page.getByRole('button', { name: 'Saved columns' }).click();
      await page.getByRole('button', { name: 'Delete “Bitcoin books”' }).click();
      await expect(page.getByRole('button', { name: 'Keep columns' })).toBeVisible();
    },
  },
  {
    name: 'reconciliation with differences',
    async show(page) {
      await reconcileWithDifferences(page);
      await expect(page.getByText('2 lines don’t match.')).toBeVisible();
      await expect(page.getByRole('table', { name: 'Lines' })).toBeVisible();
    },
  },
];

/** Of the account’s own lines, one has another amount and one is left out. */
async function reconcileWithDifferences(page: Page): Promise<void> {
  const [first, ...others] = await bitcoinBooks(page);
  await reconcile(page, booksFile([{ ...first, amount: `${first?.['amount']}1` }, ...others.slice(1)]));
}
