import { expect } from '@playwright/test';
import { signIn } from './fixtures.ts';
import { test } from './warm-test.ts';

test('lists are whole on paper, with their head on every sheet, and without the sidebar', async ({
  page,
}) => {
  await signIn(page, 'sandbox-operator');
  for (const path of ['/transactions?limit=25', '/withdrawals?limit=25']) {
    await page.emulateMedia({ media: 'screen' });
    await page.goto(path);
    await expect(page.locator('[data-row]').nth(24)).toBeVisible();
    // The viewport is as wide as a sheet of A4 in landscape between its margins.
    await page.setViewportSize({ width: 1032, height: 700 });
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    const measures = await page.evaluate(() => {
      const cells = [...document.querySelectorAll('[data-row] > *')].map((cell) =>
        cell.getBoundingClientRect(),
      );
      const head = document.querySelector('thead');
      const main = document.querySelector('main');
      return {
        rightmost: Math.max(...cells.map(({ right }) => right)),
        lowest: Math.max(...cells.map(({ bottom }) => bottom)) + window.scrollY,
        paper: { width: window.innerWidth, height: document.documentElement.scrollHeight },
        isCut: main === null || main.scrollHeight > main.clientHeight,
        head: head && getComputedStyle(head).display,
      };
    });
    expect(measures.rightmost, path).toBeLessThanOrEqual(measures.paper.width);
    expect(measures.lowest, path).toBeLessThanOrEqual(measures.paper.height);
    expect(measures.isCut, path).toBe(false);
    expect(measures.head, path).toBe('table-header-group');
  }
});

test('nothing shows through next to a pinned column', async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  await page.setViewportSize({ width: 1000, height: 800 });
  await page.goto('/transactions?limit=10');
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .first();
  // What the server has drawn first is replaced by then.
  await expect(row.getByRole('checkbox')).toBeEnabled();
  await expect(page.locator('[data-first-screen]')).toHaveCount(0);
  const scrolled = await row.evaluate((element) => {
    const scroller = element.closest('table')?.parentElement;
    if (scroller) scroller.scrollLeft = 400;
    return scroller?.scrollLeft ?? 0;
  });
  expect(scrolled).toBeGreaterThan(0);
  // Pinned again with the next picture.
  const beside = () =>
    row.evaluate((element) => {
      const { x = 0, y = 0 } = element.querySelector('[data-sticky]')?.getBoundingClientRect() ?? {};
      const found = document.elementFromPoint(x - 6, y + 6)?.closest('td');
      return found?.querySelector('input')?.type;
    });
  await expect.poll(beside).toBe('checkbox');
});
