import { expect, type Locator, test } from '@playwright/test';
import { negate, sum } from '../src/domain/arithmetic.ts';
import { decimal, type Decimal, isNegative } from '../src/domain/decimal.ts';
import { signIn } from './fixtures.ts';

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
