import { expect } from '@playwright/test';
import { signIn } from './fixtures.ts';
import { bitcoinBooks, booksFile, reconcile } from './reconciliation-tasks.ts';
import { test } from './warm-test.ts';

test('compares a file with the books, and resolves what differs', async ({ page }) => {
  await signIn(page, 'sandbox-finance');
  const rows = await bitcoinBooks(page);
  expect(rows.length).toBeGreaterThan(10);
  await reconcile(page, booksFile(rows));
  await expect(
    page.getByText(`All ${rows.length} lines of the file, the ledger, the lists and the balances agree.`),
  ).toBeVisible();

  await page.getByRole('link', { name: 'Repeat with corrected file' }).click();
  const [first, ...others] = rows;
  const planted = [{ ...first, amount: `${first?.['amount']}1` }, ...others.slice(1)];
  await page.getByLabel('CSV file').setInputFiles(booksFile(planted));
  await page.getByRole('button', { name: 'Start reconciliation' }).click();
  await expect(page.getByText('2 lines don’t match.')).toBeVisible();

  const lines = page.getByRole('button', { name: /^Open result/ });
  await expect(page.getByRole('link', { name: 'Missing there 1' })).toHaveAttribute('aria-current', 'page');
  await expect(lines).toHaveCount(1);
  await page.getByRole('link', { name: `All ${rows.length}` }).click();
  await expect(lines.nth(2)).toBeVisible();
  await page.getByRole('link', { name: 'Different 1' }).click();
  await expect(lines).toHaveCount(1);
  await lines.click();
  const line = page.getByRole('dialog');
  await expect(line.getByText(/^Amount: .* here, .*1 there/)).toBeVisible();
  await line.getByRole('button', { name: 'Resolve' }).click();
  await expect(line.getByText('Enter a reason.')).toBeVisible();
  await line.getByLabel('Note or reason').fill('A typing error, corrected in our books.');
  await line.getByRole('button', { name: 'Resolve' }).click();
  await expect(line.getByText('A typing error, corrected in our books.')).toBeVisible();
  await line.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('2 lines don’t match. 1 resolved.')).toBeVisible();

  await page.goto('/books/reconciliation');
  await page.getByRole('button', { name: 'Saved columns' }).click();
  const saved = page.getByRole('dialog', { name: 'Saved columns' });
  await saved.getByRole('button', { name: 'Rename “Bitcoin books”' }).click();
  await saved.getByRole('textbox', { name: 'New name of “Bitcoin books”' }).fill('Our bitcoin');
  await saved.getByRole('button', { name: 'Rename' }).click();
  await saved.getByRole('button', { name: 'Delete “Our bitcoin”' }).click();
  await saved.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(saved.getByText(/^None yet/)).toBeVisible();
  await saved.getByRole('button', { name: 'Close' }).click();
  await expect(saved).toBeHidden();
});
