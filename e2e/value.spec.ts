import { expect, type Page } from '@playwright/test';
import { signIn } from './fixtures.ts';
import { test } from './own-server.ts';

test.use({ serverFor: 'rates and sanctions lists' });

/** Rates of each month's last day, but none for BTC in August and none for BNB at all. */
function ratesWithGaps(): string {
  const days = ['2026-06-30', '2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31'];
  const pairs = {
    'EUR,USD': '1.08',
    'USDT,EUR': '0.92',
    'USDC,USD': '0.9998',
    'ETH,USD': '3421.07',
    'TRX,USD': '0.31',
    'SOL,USD': '150',
    'BTC,EUR': '61234.50',
  };
  const lines = days.flatMap((day) => Object.entries(pairs).map(([pair, rate]) => `${day},${pair},${rate}`));
  return ['date,currency,quote,rate', ...lines.filter((line) => !line.startsWith('2026-08-31,BTC'))].join(
    '\n',
  );
}

async function upload(page: Page, text: string): Promise<void> {
  await page.getByRole('link', { name: 'Upload rates' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload rates' });
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'year.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await expect(dialog.getByText('34 new rates, 0 that differ from yours')).toBeVisible();
  await dialog.getByRole('button', { name: 'Upload rates' }).click();
  await expect(dialog).toBeHidden();
}

test('values statements in EUR by an uploaded file, and says what each total leaves out', async ({
  page,
}) => {
  await signIn(page, 'sandbox-admin');
  await page.goto('/books?from=2026-07-01&to=2026-08-01');
  await expect(page.getByText('Opening plus movements equals closing')).toBeVisible();
  // Without any rate there is nothing to choose.
  await expect(page.getByLabel('Values')).toBeHidden();

  await page.goto('/books/rates');
  await upload(page, ratesWithGaps());
  await expect(page.getByRole('row').filter({ hasText: 'BTC/EUR' }).first()).toContainText('61,234.5');
  const gaps = page.getByRole('list', { name: 'Currencies with gaps' });
  await expect(gaps.getByText(/^BNB on 31 days/)).toBeVisible();

  await page.goto('/books?from=2026-08-01&to=2026-09-01');
  await page.getByLabel('Values').selectOption('Values in EUR');
  const opening = page.getByRole('region', { name: 'Opening' });
  await expect(opening).toContainText('EUR at rates of 2026-07-31.');
  await expect(opening).toContainText('Not included, because there is no EUR rate: BNB.');
  const closing = page.getByRole('region', { name: 'Closing' });
  await expect(closing).toContainText('EUR at rates of 2026-08-31.');
  await expect(closing).toContainText('Not included, because there is no EUR rate: BNB and BTC.');

  // Each value has its rates, for the keyboard too.
  const tron = page.getByRole('region', { name: 'TRX', exact: true });
  await tron
    .getByRole('button', { name: /^≈ .* EUR$/ })
    .first()
    .focus();
  await expect(
    page.getByText('1 EUR = 1.08 USD, 2026-07-31').filter({ visible: true }).first(),
  ).toBeVisible();

  // One month opens with the value that the one before it closed with.
  const closed = await closing.getByRole('strong').textContent();
  expect(closed).toMatch(/^≈ [\d,]+\.\d\d EUR$/);
  await page.goto('/books?from=2026-09-01&to=2026-10-01');
  await expect(opening.getByRole('strong')).toHaveText(closed ?? '');
});
