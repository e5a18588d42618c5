import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import Papa from 'papaparse';
import { sum } from '../src/domain/arithmetic.ts';
import { decimal } from '../src/domain/decimal.ts';
import { signIn } from './fixtures.ts';
import { attention, balances, movement, seeMovement } from './overview-parts.ts';

test.use({ timezoneId: 'Europe/Berlin' });

// The end of October in Berlin.
const endOfOctober = '/balances?at=2026-10-31T23:00:00Z';

const notice = (page: Page) => page.getByRole('note').filter({ hasText: /as of/i });

test('balances of a past day are what its statement closes with, in the file too', async ({ page }) => {
  await signIn(page, 'sandbox-finance');
  await page.goto('/balances');
  await page.getByRole('button', { name: 'As of now' }).click();
  const form = page.getByRole('form', { name: 'Day and time' });
  await form.getByLabel('Day', { exact: true }).fill('2026-10-31');
  await form.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(endOfOctober.replaceAll(':', '%3A'));
  await expect(notice(page)).toContainText('As of October 31, 2026, end of day (Europe/Berlin).');
  await expect(page.getByText(/^Updated/)).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Withdraw / })).toHaveCount(0);

  const recording = page.waitForRequest('**/console/exports');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await recording).postDataJSON()).toMatchObject({ filters: { at: '2026-10-31T23:00:00.000000Z' } });
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('balances-as-of-2026-10-31T23-00-00Z.csv');
  const { data: rows } = Papa.parse<Record<string, string>>(await readFile(await download.path(), 'utf8'), {
    header: true,
    skipEmptyLines: true,
  });
  const usdt = rows.filter(({ currency }) => currency === 'USDT');
  expect(new Set(usdt.map(({ as_of: asOf }) => asOf))).toEqual(new Set(['2026-10-31T23:00:00.000000Z']));
  const parts = ['available', 'transit', 'blockchain', 'on_hold_withdrawals', 'on_hold_aml_checks'];
  const all = usdt.flatMap((row) => parts.map((part) => decimal(row[part] || '0')));

  // The tabs keep the moment, and what is of now says so.
  await page.getByRole('link', { name: 'By network' }).click();
  await expect(notice(page)).toContainText('As of October 31');
  await page.getByRole('link', { name: 'AML check fees' }).first().click();
  await expect(notice(page)).toContainText('AML check fees are shown as of now, not as of October 31');
  await notice(page).getByRole('link', { name: 'Back to now' }).click();
  await expect(page).toHaveURL(/\/balances\/aml-fees$/);

  await page.goto('/books?from=2026-10-01&to=2026-11-01');
  const total = page
    .getByRole('table', { name: 'USDT', exact: true })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'Total' }) });
  await expect(total.locator('td[data-column="closing"] button').first()).toHaveAttribute(
    'title',
    `Copy ${sum(all)}`,
  );
});

test('the overview of a past moment ends there, and isn’t read again', async ({ page }) => {
  await page.clock.install();
  const read: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(console|api)\//.test(pathname)) read.push(pathname);
  });
  await signIn(page, 'sandbox-finance');
  await page.goto('/?at=2026-11-01&range=7d&currency=USDT');
  await expect(notice(page)).toContainText('As of October 31, 2026, end of day (Europe/Berlin).');
  await expect(attention(page)).toHaveCount(0);
  await seeMovement(page);
  await expect(movement(page).getByRole('img')).toBeVisible();
  const days = movement(page).getByRole('list').last().getByRole('link');
  await expect(days.last()).toHaveAttribute('aria-label', /^Sat 2026-10-31: /);
  const link = balances(page).getByRole('link', { name: /^USDT/ });
  await expect(link).toHaveAttribute('href', '/balances?currency=USDT&at=2026-10-31T23%3A00%3A00.000000Z');

  await expect.poll(() => read.filter((path) => path === '/console/sums/movements').length).toBe(1);
  await page.clock.runFor(60_000);
  await expect(movement(page).getByRole('img')).toBeVisible();
  const ofPast = read.filter((path) => /user-balances|balances-at|movements|transactions/.test(path));
  expect([...new Set(ofPast)].toSorted()).toEqual(['/console/balances-at', '/console/sums/movements']);
  expect(ofPast).toHaveLength(2);

  await notice(page).getByRole('link', { name: 'Back to now' }).click();
  await expect(attention(page)).toBeVisible();
  await expect(page).toHaveURL('/?range=7d&currency=USDT');
});
