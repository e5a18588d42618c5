import { expect, type Page } from '@playwright/test';
import { bitcoinBooks, booksFile, reconcile } from './reconciliation-tasks.ts';
import type { Screen } from './screen.ts';

/** Reconciliation with a file: where it begins, and what one found. */
export const reconciliationScreens: Screen[] = [
  {
    name: 'new reconciliation with columns and a line that can’t be read',
    async show(page) {
      await page.goto('/books/reconciliation/new');
      await page.getByLabel('CSV file').setInputFiles({
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
      await reconcileWithDifferences(page);
      await page.goto('/books/reconciliation');
      await expect(page.getByRole('rowheader').first()).toBeVisible();
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
