import { expect, test } from '@playwright/test';
import { signIn } from './fixtures.ts';
import { holdScripts } from './held-scripts.ts';

// A list and a page of another kind. That all pages ask for what they are made to ask for early, `src/dashboard/app/routes.test.ts` says.
for (const [path, ...requests] of [
  ['/withdrawals?status=completed', '/api/prod/v1/withdrawal-requests?status=completed&limit=50'],
  ['/balances', '/api/prod/v1/user-balances', '/console/ledger-balances'],
] as const) {
  test(`${path} requests its data before its scripts are there, and no second time`, async ({ page }) => {
    await signIn(page, 'sandbox-admin');
    // Otherwise it comes with its data.
    await page.setExtraHTTPHeaders({ 'cache-control': 'no-cache' });
    const asked: string[] = [];
    const early: string[] = ['/session', ...requests];
    page.on('request', (sent) => {
      const { pathname, search } = new URL(sent.url());
      if (early.includes(pathname + search)) asked.push(pathname + search);
    });
    // No script comes before both responses have.
    const responses = early.map(async (wanted) => page.waitForResponse((one) => one.url().endsWith(wanted)));
    const release = await holdScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    await Promise.all(responses);
    await release();
    await expect(page.getByRole('main').getByRole('rowheader').first()).toBeVisible();
    expect(asked.toSorted()).toEqual(early.toSorted());
  });
}

test('the next page is read when its link is hovered or focused, not before', async ({ page }) => {
  await signIn(page, 'sandbox-admin');
  const next: string[] = [];
  page.on('request', (sent) => {
    if (/\/transactions\?.*offset=25/.test(sent.url())) next.push(sent.url());
  });
  await page.goto('/transactions?limit=25');
  const link = page.getByRole('link', { name: 'Next page' });
  await expect(link).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(next).toEqual([]);

  await link.hover();
  await expect.poll(() => next.length).toBe(1);
  await link.click();
  await expect(page).toHaveURL(/offset=25/);
  await expect(page.getByText(/^26–50/)).toBeVisible();
  expect(next).toHaveLength(1);
});
