import { expect, type Page } from '@playwright/test';
import { lackingOf, neededFor, type Permission } from '../src/contract/permissions.ts';
import { sandboxKeys } from '../src/service/sandbox/sandbox-keys.ts';
import type { Page as DashboardPage } from '../src/dashboard/app/page.ts';
import { pages } from '../src/dashboard/app/pages.ts';
import { follow, signInToOverview } from './fixtures.ts';
import { test } from './warm-test.ts';

const all: readonly DashboardPage[] = pages;

const links = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');

/** What a session of an API key with these permissions lacks for a page. */
const lackingFor = (held: readonly Permission[], page: DashboardPage) =>
  lackingOf({ permissions: held, consolePermissions: null }, neededFor(page));

const opensTo = (held: readonly Permission[]) => (page: DashboardPage) => lackingFor(held, page).length === 0;

for (const { token, title: role, permissions } of sandboxKeys) {
  test(`${role}: the navigation and the palette lead only where the key may go`, async ({ page }) => {
    const mayOpen = opensTo(permissions);
    await signInToOverview(page, token);

    const inNavigation = all.filter(({ navigation }) => navigation !== undefined);
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
    await page.keyboard.press('Escape');

    // None of the links is a dead end, and a page that isn't offered says at its address what is missing.
    for (const { path, permission } of inNavigation.filter(mayOpen)) {
      await links(page)
        .and(page.locator(`[href="${path}"]`))
        .click();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page, permission ?? path).toHaveURL(new RegExp(`${path}(\\?.*)?$`));
      if (path !== '/') await expect(page.getByRole('heading', { name: 'No permission to' })).toHaveCount(0);
    }
    for (const one of all.filter((each) => !mayOpen(each) && !each.path.includes(':'))) {
      await follow(page, one.path);
      await expect(page.getByRole('heading', { level: 1, name: one.title, exact: true })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'No permission to' })).toBeVisible();
      for (const name of lackingFor(permissions, one)) {
        await expect(page.getByRole('main').getByText(name, { exact: true })).toBeVisible();
      }
    }
  });
}
