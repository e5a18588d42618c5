import { expect, test } from '@playwright/test';
import { changeAnswer, signIn } from './fixtures.ts';

test.use({ timezoneId: 'Europe/Berlin' });

test('times are in the chosen zone, on every screen at once and after a reload', async ({ page }) => {
  await signIn(page, 'sandbox-finance');
  await changeAnswer(page, '/transactions', (text) =>
    text.replaceAll(/"created_at":"[^"]+"/g, '"created_at":"2026-10-25 00:30:00.123456+00"'),
  );
  await page.goto('/transactions?limit=10');
  await expect(page.getByRole('columnheader', { name: 'Time (Berlin)' })).toBeVisible();
  const time = page.getByRole('rowheader').first();
  // The hour that clocks showed twice.
  await expect(time).toHaveText('2026-10-25 02:30:00 +02:00');

  const zone = page.getByRole('button', { name: 'Times in Berlin' });
  await zone.press('Enter');
  const find = page.getByLabel('Find a time zone');
  await expect(find).toBeFocused();
  await find.fill('lord howe');
  await find.press('Enter');
  await expect(time).toHaveText('2026-10-25 11:30:00');
  const chosen = page.getByRole('button', { name: 'Times in Lord Howe' });
  await expect(chosen).toBeFocused();

  await page.reload();
  await expect(time).toHaveText('2026-10-25 11:30:00');
  await time.getByRole('link').focus();
  const facts = page.locator('[popover]:popover-open');
  await expect(facts).toContainText('Australia/Lord Howe2026-10-25 11:30:00.123456 +11:00');
  await expect(facts).toContainText('Local2026-10-25 02:30:00.123456 +02:00');
  await expect(facts).toContainText('UTC2026-10-25 00:30:00.123456 +00:00');
  await page.keyboard.press('Escape');
  await expect(facts).toBeHidden();

  const other = await page.context().newPage();
  await other.goto('/balances');
  await other.getByRole('button', { name: /^Times in Lord Howe/ }).click();
  await other.getByRole('button', { name: 'UTC', exact: true }).click();
  await expect(time).toHaveText('2026-10-25 00:30:00');
});

test('a heading names the zone, and each row shows its offset where a page has two, in a browser without Temporal too', async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Temporal'));
  await signIn(page, 'sandbox-finance');
  let rows = 0;
  await changeAnswer(page, '/transactions', (text) =>
    text.replaceAll(/"created_at":"[^"]+"/g, () => {
      rows += 1;
      const day = rows % 2 === 1 ? '2026-10-01' : '2026-11-01';
      return `"created_at":"${day} 00:30:04.187455+00"`;
    }),
  );
  await page.goto('/transactions?limit=10');
  await expect(page.getByRole('columnheader', { name: 'Time (Berlin)' })).toBeVisible();
  const time = page.getByRole('rowheader');
  await expect(time.nth(0)).toHaveText('2026-10-01 02:30:04 +02:00');
  await expect(time.nth(1)).toHaveText('2026-11-01 01:30:04 +01:00');
  // None of the text is cut off.
  const isCut = await time.nth(0).evaluate((cell) => cell.scrollWidth > cell.clientWidth);
  expect(isCut).toBe(false);
});

test('a range is chosen from the keyboard, and one that ends before it begins is refused at its field', async ({
  page,
}) => {
  await signIn(page, 'sandbox-finance');
  await page.goto('/transactions?limit=10');
  const range = page.getByRole('button', { name: 'Time: Any time' });
  await range.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Time' });
  await expect(panel.getByRole('button', { name: 'Any time' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(panel.getByRole('button', { name: /^Yesterday/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/[?&]range=yesterday(&|$)/);
  const chosen = page.getByRole('button', { name: 'Time: Yesterday' });
  await expect(chosen).toBeFocused();

  await chosen.press('Enter');
  const [from, to] = [panel.getByLabel('From', { exact: true }), panel.getByLabel('To', { exact: true })];
  await from.fill('2026-10-25');
  await to.fill('2026-10-24');
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(to).toBeFocused();
  await expect(to).toHaveAccessibleDescription('The end must be after the start.');
  await expect(page).toHaveURL(/range=yesterday/);

  await panel.getByLabel('From, time').fill('02:30:00');
  await to.fill('2026-10-25');
  await expect(
    panel.getByText('Clocks showed 02:30:00 twice, so the range begins at the first'),
  ).toBeVisible();
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/created_from=2026-10-25T00%3A30%3A00\.000000Z/);
  await expect(page).toHaveURL(/created_to=2026-10-25T22%3A59%3A59\.999999Z/);
  await expect(page).not.toHaveURL(/range=/);
});
