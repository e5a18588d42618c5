import { expect } from '@playwright/test';
import { sum } from '../src/domain/arithmetic.ts';
import { decimal } from '../src/domain/decimal.ts';
import { signIn } from './fixtures.ts';
import { amountsOf, savePdf } from './statement-tasks.ts';
import { test } from './warm-test.ts';

const october = '/books?from=2026-10-01&to=2026-11-01';
const addsUp = /^Opening plus movements equals closing in all \d+ rows, to the last digit\.$/;

test('adds up the last whole month, in every row and in the total', async ({ page }) => {
  await signIn(page, 'sandbox-finance');
  await page.goto('/help');
  await page.getByRole('link', { name: 'Books', exact: true }).click();
  await expect(page.getByText(addsUp)).toBeVisible();
  const tables = page.getByRole('table');
  expect(await tables.count()).toBeGreaterThan(3);
  for (const table of await tables.all()) {
    const rows = await table.locator('tbody').getByRole('row').all();
    const amounts = await Promise.all(rows.map(amountsOf));
    const total = amounts.at(-1);
    const lines = amounts.slice(0, -1);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of amounts) {
      const moved = [...line].filter(([column]) => column !== 'closing').map(([, amount]) => amount);
      expect(sum(moved)).toBe(line.get('closing'));
    }
    for (const [column, amount] of total ?? []) {
      expect([column, amount]).toEqual([column, sum(lines.map((line) => line.get(column) ?? decimal(0)))]);
    }
  }
});

// The PDF of a whole statement is in `closing.spec.ts`.
test('saves as a PDF what the filters leave, says so before and after, and records it', async ({ page }) => {
  await signIn(page, 'sandbox-finance');
  await page.goto('/books?from=2026-09-01&to=2026-10-01&type=user&currency=USDT');
  await expect(page.getByRole('table')).toHaveCount(1);
  expect(await savePdf(page, 'Personal · USDT')).toEqual({
    name: 'partial-statement-2026-09-01-2026-09-30-user-USDT.pdf',
  });
  await expect(page.getByText('is saved')).toBeVisible();
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await page.getByRole('link', { name: 'Files of the last year' }).click();
  const file = page.getByRole('row').filter({ hasText: 'Statement of only Personal · USDT' }).first();
  await expect(file).toContainText('2026-09-01 – 2026-09-30');
  await expect(file).toContainText('Ready');
  await expect(file.getByRole('link', { name: /^Download partial-statement-/ })).toBeVisible();
  const recorded = await page.request.get('/console/audit-log?limit=100');
  expect(await recorded.text()).toContain('"downloadStatementFile"');
});

test('leads from a figure to the entries that add up to it, and on to what one was posted for', async ({
  page,
}) => {
  await signIn(page, 'sandbox-finance');
  await page.goto(`${october}&type=user`);
  const table = page.getByRole('table', { name: 'USDT', exact: true });
  const cell = table.getByRole('row', { name: /Personal, Tron/ }).locator('[data-column="outflow"]');
  const outflow = (await cell.getByRole('link').textContent())?.replace(' USDT', '') ?? 'none';
  await cell.getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Ledger entries' })).toBeVisible();
  const totals = page.getByRole('region', { name: 'Totals of all matching entries' });
  await expect(totals).toHaveText(`Outflow${outflow} USDT`);
  await page
    .getByRole('row', { name: /Withdrawal/ })
    .first()
    .getByRole('link', { name: /^(Withdrawal|Transaction) / })
    .click();
  await expect(page).toHaveURL(/\/(withdrawals|transactions)\/(wd|tx)_/);
});

test('goes to another period by the quick choices and by dates, which closes with what the next one opens with', async ({
  page,
}) => {
  await signIn(page, 'sandbox-finance');
  await page.goto(october);
  const totalOf = async (column: string) => {
    const table = page.getByRole('table', { name: 'USDT', exact: true });
    const total = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Total' }) });
    await expect(total).toBeVisible();
    return (await amountsOf(total)).get(column);
  };
  await expect(page.getByText(addsUp)).toBeVisible();
  const opening = await totalOf('opening');
  expect(opening).toBeDefined();
  await page.getByRole('link', { name: 'This year' }).click();
  await expect(page).toHaveURL(/from=\d{4}-01-01&to=\d{4}-01-01$/);
  await page.getByRole('button', { name: /^Period: / }).click();
  await page.getByLabel('From').fill('2026-09-01');
  await page.getByLabel('To', { exact: true }).fill('2026-09-30');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/from=2026-09-01&to=2026-10-01$/);
  await expect(
    page.getByRole('button', { name: /^Period: (2026-09-01 – 2026-09-30|.*September.*)$/ }),
  ).toBeVisible();
  await expect(page.getByText(addsUp)).toBeVisible();
  // The period before it may still be shown.
  await expect.poll(() => totalOf('closing')).toBe(opening);
});
