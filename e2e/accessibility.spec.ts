import { expect, type Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';
import { matchPath } from 'react-router';
import { screens } from './accessibility-screens.ts';
import { violations } from './axe.ts';
import { signIn } from './fixtures.ts';
import { pageScreens, screenOfKind } from './page-screens.ts';
import { test } from './warm-test.ts';

const everyRule: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: { 'target-size': { enabled: true } },
};
const only = (rule: string): RunOptions => ({ runOnly: [rule] });

/** Every rule in one of them; in the others only what a theme or a width can change. */
const looks = [
  { colorScheme: 'light', width: 1280, rules: everyRule },
  { colorScheme: 'dark', width: 1280, rules: only('color-contrast') },
  { colorScheme: 'dark', width: 390, rules: only('target-size') },
] as const;

const pageOfScreen = new Map<string, string>(
  Object.entries(pageScreens).map(([path, screen]) => [screen, path]),
);

/** What every change is checked with: all screens take a third of the time of all browser tests. */
const withEveryChange = new Set<string>([...Object.values(pageScreens), ...Object.values(screenOfKind)]);
const checked = screens.filter(({ name }) => withEveryChange.has(name) || process.env['LONG_TESTS'] === '1');

test('each page, and each kind of what covers or replaces one, has a screen that is checked', () => {
  expect(checked.map(({ name }) => name)).toEqual(expect.arrayContaining([...withEveryChange]));
});

for (const { name, key = 'sandbox-operator', show } of checked) {
  test(`${name}: axe finds nothing in either theme and at either width, and nothing scrolls sideways`, async ({
    page,
  }) => {
    if (key !== null) await signIn(page, key);
    await show(page);
    const path = pageOfScreen.get(name);
    if (path !== undefined) expect(matchPath(path, new URL(page.url()).pathname)).not.toBeNull();
    for (const { colorScheme, width, rules } of looks) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: width < 500 ? 844 : 800 });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      expect.soft(await violations(page, rules), `${colorScheme}, ${width} pixels`).toEqual([]);
      expect.soft(await widerThanShown(page), `${colorScheme}, ${width} pixels`).toEqual([]);
    }
  });
}

test('navigation on a phone: axe finds nothing in either theme', async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  // A small page that the navigation leads to.
  await page.goto('/address-book');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible();
  for (const [colorScheme, rules] of [
    ['light', everyRule],
    ['dark', only('color-contrast')],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect.soft(await violations(page, rules), colorScheme).toEqual([]);
  }
});

/**
 * What would let the whole page scroll sideways: the document, the page's own area, an open dialog; on a phone also
 * tables whose rows are blocks there.
 */
function widerThanShown(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isPhone = matchMedia('(max-width: 48em)').matches;
    const areas = `main, [role="dialog"], dialog[open]${isPhone ? ', [data-stacked]' : ''}`;
    return [document.documentElement, ...document.querySelectorAll(areas)]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => `${element.tagName} ${element.scrollWidth} > ${element.clientWidth}`);
  });
}
