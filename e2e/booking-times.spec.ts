import { expect } from '@playwright/test';
import { changeSession, signIn } from './fixtures.ts';
import { test } from './warm-test.ts';
import { rows } from './withdrawal-tasks.ts';

test('booking times are looked up together once their column is shown, and not offered without our own ledger', async ({
  page,
}) => {
  const asked: number[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/console/booking-times')) return;
    asked.push((request.postDataJSON() as { ids: string[] }).ids.length);
  });
  await signIn(page, 'sandbox-finance');
  await page.goto('/transactions?status=completed&limit=25');
  await expect(rows(page)).toHaveCount(25);
  await page.getByRole('button', { name: 'Columns' }).click();
  expect(asked).toEqual([]);
  await page.getByRole('checkbox', { name: 'Booked' }).click();
  await expect(page.getByRole('columnheader', { name: 'Booked (UTC)' })).toBeVisible();
  await expect(rows(page).first().getByRole('time')).toHaveCount(2);
  await expect(page.getByText('not booked')).toHaveCount(0);
  // Each row once. A busy browser draws the rows in two steps, and each asks for its own.
  expect(asked.reduce((sum, count) => sum + count, 0)).toBe(25);
  expect(asked.length).toBeLessThanOrEqual(2);

  for (const change of [{ mode: 'remote' }, { permissions: ['transactions:read'] }]) {
    const other = await page.context().newPage();
    await changeSession(other, change);
    await other.goto('/transactions?limit=5&columns=*created_at,booked,amount');
    await expect(rows(other).first()).toBeVisible();
    await expect(other.getByRole('columnheader', { name: 'Amount' })).toBeVisible();
    await expect(other.getByRole('columnheader', { name: /^Booked/ })).toHaveCount(0);
  }
});
