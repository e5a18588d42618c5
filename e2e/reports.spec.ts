import { expect, type Locator } from '@playwright/test';
import { negate, sum } from '../src/domain/arithmetic.ts';
import { decimal, type Decimal, isNegative } from '../src/domain/decimal.ts';
import { signIn } from './fixtures.ts';
import { test } from './warm-test.ts';

const october = 'from=2026-10-01&to=2026-11-01';

/** The amounts that a cell shows, without grouping. */
async function amountIn(cell: Locator): Promise<Decimal> {
  const text = (await cell.textContent()) ?? '';
  return decimal(text.replaceAll(/[^\d.−-]/g, '').replace('−', '-'));
}

test('reports the withdrawal fees of the statement, and links to the entries that they are', async ({
  page,
}) => {
  await signIn(page, 'sandbox-finance');
  await page.goto(`/books?${october}`);
  const statement = page.getByRole('table', { name: 'USDT', exact: true });
  const total = statement.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Total' }) });
  await expect(total).toBeVisible();
  const stated = await total
    .locator('[data-column="fees"]')
    .getByTitle(/^Copy /)
    .getAttribute('title');
  const fees = decimal((stated ?? '').replace('Copy ', ''));
  expect(isNegative(fees)).toBe(true);

  await page.goto(`/books/reports?${october}&of=USDT`);
  const table = page.getByRole('table', { name: 'USDT fees by kind and network' });
  const rows = table.getByRole('row', { name: /^Withdrawals / });
  await expect(rows.first()).toBeVisible();
  const amounts = await Promise.all(
    (await rows.all()).map(async (row) => amountIn(row.getByRole('cell').nth(1))),
  );
  expect(sum(amounts)).toBe(negate(fees));
  await expect(rows.first().getByRole('link').first()).toHaveAttribute(
    'href',
    /^\/books\/entries\?place=fees&kind=withdrawal&network=\w+&currency=USDT&booked_from=/,
  );
});

test('schedules a report, shows it with its next file among the files, and ends it', async ({ page }) => {
  await signIn(page, 'sandbox-finance');
  await page.goto(`/books/reports?report=flows&${october}`);
  await page.getByRole('button', { name: 'Schedule' }).click();
  const panel = page.getByRole('dialog', { name: 'Schedule this report' });
  await panel.getByLabel('How often').selectOption('week');
  await panel.getByRole('button', { name: 'Schedule report' }).click();
  await expect(panel.getByRole('status')).toContainText(
    /The first file has \d{4}-\d\d-\d\d – \d{4}-\d\d-\d\d\./,
  );

  await panel.getByRole('link', { name: 'Scheduled reports and their files' }).click();
  const row = page
    .getByRole('table', { name: 'Scheduled reports' })
    .getByRole('row', { name: /^Flows, CSV/ });
  await expect(row).toContainText('Each week');
  await row.getByRole('button', { name: /^End Flows/ }).click();
  await row.getByRole('button', { name: 'End schedule' }).click();
  await expect(row).toHaveCount(0);
});
