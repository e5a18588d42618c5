import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { screens } from './accessibility-screens.ts';
import { signIn, signInToOverview } from './fixtures.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Every rule in one of them; in the others only what a theme or a width can change. */
const looks = [
  { colorScheme: 'light', width: 1280, only: undefined },
  { colorScheme: 'light', width: 390, only: 'target-size' },
  { colorScheme: 'dark', width: 1280, only: 'color-contrast' },
] as const;

for (const { name, key = 'sandbox-operator', show } of screens) {
  test(`${name}: axe finds nothing in either theme and at either width, and nothing scrolls sideways`, async ({
    page,
  }) => {
    if (key !== null) await signIn(page, key);
    await show(page);
    for (const { colorScheme, width, only } of looks) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: width < 500 ? 844 : 800 });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      expect.soft(await violations(page, only), `${colorScheme}, ${width} pixels`).toEqual([]);
      expect.soft(await widerThanShown(page), `${colorScheme}, ${width} pixels`).toEqual([]);
    }
  });
}

test('navigation on a phone: axe finds nothing in either theme', async ({ page }) => {
  await signInToOverview(page, 'sandbox-operator');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect.soft(await violations(page), colorScheme).toEqual([]);
  }
});

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number];

async function violations(page: Page, only?: string): Promise<string[]> {
  await animationsEnd(page);
  // No page has frames within it; what would bring their results together takes as long as all the rest.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (only === undefined) axe.options({ rules: { 'target-size': { enabled: true } } }).withTags(rules);
  else axe.withRules([only]);
  const found = await axe.analyze();
  return found.violations.map(asText);
}

/** What fades in is paler than it will be. Waits no longer than anything here takes to. */
function animationsEnd(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
      .map((animation) => animation.finished);
    return Promise.race([Promise.allSettled(ending), new Promise((resolve) => setTimeout(resolve, 2_000))]);
  });
}

function asText({ id, help, nodes }: Violation): string {
  const where = nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary}`);
  return [`${id}: ${help}`, ...where].join('\n');
}

/** What would let the whole page scroll sideways: the document, the page's own area, an open dialog. */
function widerThanShown(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main, [role="dialog"], dialog[open]')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => `${element.tagName} ${element.scrollWidth} > ${element.clientWidth}`),
  );
}
