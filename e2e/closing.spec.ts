import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { instantFromDate } from '../src/domain/time.ts';
import type { LateDeposit } from './closing-server.ts';
import { respondLate, signIn } from './fixtures.ts';
import { type ForkedServer, forkServer } from './forked-server.ts';
import { copyPrepared } from './prepared-data.ts';
import { savePdf } from './statement-tasks.ts';

let server: ForkedServer<{ url: string }, LateDeposit, { reference: string }>;
let stop: (() => Promise<void>) | undefined;
const directory = { path: '' };

test.use({ timezoneId: 'UTC' });

test.beforeAll(async () => {
  directory.path = copyPrepared('sandbox');
  server = await forkServer(join(import.meta.dirname, 'closing-server.ts'), {
    DATA_DIR: directory.path,
    SANDBOX_SIZE: 'sketch',
    SANDBOX_TRAFFIC: 'off',
  });
  stop = server.stop;
});

test.afterAll(async () => {
  await stop?.();
  rmSync(directory.path, { recursive: true, force: true });
});

test('closes the last month, finds a deposit that was seen late, explains it, and saves the statement', async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: server.started.url });
  const today = new Date();
  const startOfMonth = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1));
  const lastDay = new Date(startOfMonth.getTime() - 86_400_000).toISOString().slice(0, 10);
  const firstDay = `${lastDay.slice(0, 8)}01`;
  const days = `${firstDay} – ${lastDay}`;

  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(response.url());
  });
  await signIn(page, 'sandbox-finance');
  await page.goto('/books');
  await expect(page.getByText(/^Opening plus movements equals closing/)).toBeVisible();
  await expect(page.getByText('SHA-256')).toBeHidden();
  await page.goto('/books/periods');
  const next = page.getByRole('region', { name: 'First period to close' });
  await expect(next.getByText(`${days}, days in UTC`)).toBeVisible();
  await expect(next.getByRole('listitem').filter({ has: page.getByLabel('Passed:') })).toHaveCount(6);
  await next.getByRole('link', { name: 'Close period' }).click();
  const dialog = page.getByRole('dialog', { name: `Close ${days}?` });
  const shownHash = dialog.getByRole('button', { name: /^Copy SHA-256 [\da-f]{64}$/ });
  const hash = (await shownHash.textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Close period' }).click();
  await expect(dialog).toBeHidden();
  const closed = page.getByRole('group').filter({ has: page.getByRole('heading', { name: days }) });
  await expect(closed.getByText(hash)).toBeVisible();
  await expect(closed.getByText('by Finance')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Next period to close' })).toBeVisible();
  expect(refused).toEqual([]);

  const { reference } = await server.ask({
    created: instantFromDate(new Date(startOfMonth.getTime() - 120_000)),
  });
  await page.goto('/');
  await page.getByRole('link', { name: /1 late booking of closed periods/ }).click();
  await expect(page).toHaveURL(/\/books\/periods$/);
  const late = closed.getByRole('row', { name: /Deposit seen late/ });
  await expect(late).toContainText(`${lastDay} 23:58:00`);
  await expect(late).toContainText('12.5 USDT');
  await expect(late).toContainText('Not explained');
  await expect(late.getByRole('link', { name: 'View transaction' })).toHaveAttribute(
    'href',
    `/transactions/${reference}`,
  );
  await late.getByRole('link', { name: 'View ledger entries' }).click();
  const entries = page.getByRole('main').getByRole('rowheader');
  await expect(entries).toHaveCount(1);
  await page.getByRole('link', { name: /^Transaction tx_/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Transaction' });
  await expect(drawer.getByRole('term').filter({ hasText: 'Booked' })).toBeVisible();
  await drawer.getByRole('link', { name: 'Ledger entries' }).click();
  await expect(entries).toHaveCount(1);
  await page.getByRole('link', { name: 'Closed periods' }).click();
  await closed.getByRole('link', { name: 'Explain drift' }).click();
  const explaining = page.getByRole('dialog', { name: `Explain drift of ${days}` });
  await explaining.getByLabel('Explanation').fill('The node lagged behind.');
  // Whatever is read first afterwards.
  await respondLate(page, '/console/closed-periods');
  await explaining.getByRole('button', { name: 'Explain drift' }).click();
  await expect(explaining).toBeHidden();
  await expect(page.getByText('1 late booking explained')).toBeVisible();
  await expect(late).toContainText('The node lagged behind.');
  await expect(closed.getByText('to explain')).toBeHidden();

  await closed.getByRole('button', { name: 'Verify' }).click();
  await expect(closed.getByText('unchanged')).toBeVisible();
  await closed.getByRole('link', { name: 'View statement' }).click();
  await expect(page.getByText('1 late booking after closing, explained')).toBeVisible();
  expect(await savePdf(page)).toEqual({ name: `statement-${firstDay}-${lastDay}.pdf` });
});
