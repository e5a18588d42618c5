import { expect, type Page } from '@playwright/test';
import { lackingOf, neededFor, type Permission } from '../src/contract/permissions.ts';
import { sandboxAdministratorKey, sandboxKeys } from '../src/service/sandbox/sandbox-keys.ts';
import type { Page as DashboardPage } from '../src/dashboard/app/page.ts';
import { pages } from '../src/dashboard/app/pages.ts';
import { signInToOverview } from './fixtures.ts';
import { test } from './warm-test.ts';

const all: readonly DashboardPage[] = pages;

const inNavigation = all.filter(({ navigation }) => navigation !== undefined);

const links = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');

/** Whether a page opens to an API key with these permissions. */
const opensTo = (held: readonly Permission[]) => (page: DashboardPage) =>
  lackingOf({ permissions: held, consolePermissions: null }, neededFor(page)).length === 0;

for (const { token, title: role, permissions } of sandboxKeys) {
  test(`${role}: the navigation and the palette offer exactly what the key may open`, async ({ page }) => {
    const mayOpen = opensTo(permissions);
    await signInToOverview(page, token);

    await expect(links(page)).toHaveText(
      inNavigation.filter(mayOpen).map(({ navigation, title }) => navigation?.label ?? title),
    );

    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('combobox', { name: 'Search everything' })).toBeFocused();
    // Before anything is typed, all that it leads to.
    const offered = await page
      .getByRole('listbox', { name: 'Search results' })
      .getByRole('option')
      .allTextContents();
    const named = all.filter(({ keywords }) => keywords !== undefined);
    const timesOffered = ({ command, title }: DashboardPage) =>
      offered.filter((text) => text === (command === undefined ? `${title}Pages` : `${command}Commands`))
        .length;
    expect(named.map((one) => [one.path, timesOffered(one)])).toEqual(
      named.map((one) => [one.path, mayOpen(one) ? 1 : 0]),
    );
  });
}

// What a page says to a key that may not open it, component tests say for every page.
test('no link of the navigation is a dead end', async ({ page }) => {
  await signInToOverview(page, sandboxAdministratorKey.token);
  for (const { path } of inNavigation) {
    await links(page)
      .and(page.locator(`[href="${path}"]`))
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${path}(\\?.*)?$`));
    await expect(
      page.getByRole('main').getByRole('heading', { name: /^No permission to|not found$/ }),
    ).toHaveCount(0);
  }
});
