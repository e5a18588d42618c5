import { expect } from '@playwright/test';
import { signIn } from './fixtures.ts';
import { test } from './warm-test.ts';
import { rows } from './withdrawal-tasks.ts';

const status = /Completed|In progress|Failed|New|Processing|Rejected|Active|Blocked|Inactive|Finished/;

/** What a card of each list must say: the amount, the status and the counterparty, or their substitutes there. */
const cards: [path: string, ...said: RegExp[]][] = [
  ['/transactions', /[+−][\d,.]+…? [A-Z]+/, status, /From/, /To/],
  ['/withdrawals', /[\d,.]+…? [A-Z]+/, status, /To/],
  ['/exchanges', /Sold[\d,.]+…? [A-Z]+/, /Bought[\d,.]+/, status],
  ['/wallets', /[\d,.]+/, status],
  // The newest entry may be of a request that another test is making.
  ['/activity-log', new RegExp(`${status.source}|No result recorded`)],
];

test('on a phone, each list shows what matters without scrolling sideways, and rows out of sight keep their room', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'sandbox-admin');
  for (const [path, ...said] of cards) {
    // Several screens of cards.
    await page.goto(`${path}?limit=25`);
    const row = rows(page).first();
    await expect(row).toBeVisible();
    const { text, isCut, top } = await row.evaluate((element) => {
      const shown = [...element.children].filter((cell) => cell.getBoundingClientRect().width > 0);
      const scroller = element.closest('table')?.parentElement;
      return {
        text: shown
          .map((cell) => `${cell.getAttribute('data-card-label') ?? ''}${cell.textContent}`)
          .join('\n'),
        isCut:
          (scroller?.scrollWidth ?? 0) > (scroller?.clientWidth ?? 0) ||
          shown.some((cell) => cell.getBoundingClientRect().right > window.innerWidth),
        top: element.getBoundingClientRect().top,
      };
    });
    for (const each of said) expect(text, path).toMatch(each);
    expect(isCut, path).toBe(false);
    // The bar above the page, its heading and its tools leave most of the screen to the rows.
    expect(top, path).toBeLessThan(844 * 0.3);

    await expect(page.locator('table[data-fixed] > tbody[aria-busy="false"]')).toHaveCount(1);
    // Asking for the place of a link lays it out, though nothing shows it yet.
    const covered = await page.locator('[data-row] > [data-card] :is(a, button)').evaluateAll((targets) => {
      const places = targets.map((target) => ({
        cell: target.closest('[data-card]'),
        is: target.getBoundingClientRect(),
      }));
      return places.filter(({ cell, is }, index) =>
        places
          .slice(index + 1, index + 12)
          .some(
            (next) =>
              next.cell !== cell &&
              Math.min(is.right, next.is.right) - Math.max(is.left, next.is.left) > 0.5 &&
              Math.min(is.bottom, next.is.bottom) - Math.max(is.top, next.is.top) > 0.5,
          ),
      ).length;
    });
    expect(covered, `${path}: links that another one covers a part of`).toBe(0);
  }
});
