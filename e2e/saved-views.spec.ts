import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { fromOwnPage, signIn } from './fixtures.ts';

type View = { id: string; name: string; search: string; version: number };

/** What the page shows is saved once: each test has a view that no other has. */
function newView(): { query: string; address: RegExp } {
  const from = new Date(Date.UTC(2001, 0, 1) + Math.floor(Math.random() * 1e11)).toISOString();
  const created = `created_from=${encodeURIComponent(from)}`;
  return {
    query: `network=trx&limit=25&${created}`,
    address: new RegExp(`/transactions\\?${created}&limit=25&network=trx$`),
  };
}

const newName = () => `View ${randomUUID().slice(0, 8)}`;
const views = (page: Page) => page.getByRole('button', { name: /^Saved views/ });
const menu = (page: Page) => page.getByRole('dialog', { name: 'Saved views' });
const viewLink = (page: Page, name: string) => menu(page).getByRole('link', { name, exact: true });

async function shows(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('button', { name: `Saved views: ${name}`, exact: true })).toBeVisible();
}

/** Saves the page's view under a new name, with the keyboard. */
async function save(page: Page): Promise<string> {
  const name = newName();
  await views(page).click();
  await menu(page).getByRole('button', { name: 'Save as new view' }).press('Enter');
  await menu(page).getByLabel('View name').fill(name);
  await page.keyboard.press('Enter');
  await shows(page, name);
  return name;
}

/** Another user of the account, in a browser of their own. */
async function colleague(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, 'sandbox-finance');
  return page;
}

/** Changes a view through the gateway, as another browser would. */
async function change(page: Page, name: string, search: string): Promise<void> {
  const answer = await page.request.get('/console/views?list=transactions');
  const { data } = (await answer.json()) as { data: { views: View[] } };
  const { id, version } = data.views.find((view) => view.name === name) ?? {};
  const changed = await page.request.put('/console/views', {
    headers: fromOwnPage,
    data: { id, version, name, search },
  });
  expect(changed.status()).toBe(200);
}

test('keeps a view under a name, for other browsers and other keys of the account as well', async ({
  page,
  browser,
}) => {
  await signIn(page, 'sandbox-operator');
  const view = newView();
  await page.goto('/transactions');
  await shows(page, 'All transactions');
  await page.goto(`/transactions?${view.query}`);
  await shows(page, 'Unsaved view');
  const name = await save(page);
  await expect(menu(page)).toBeHidden();
  await page.reload();
  await shows(page, name);

  const other = await colleague(browser);
  await other.goto('/transactions');
  await views(other).click();
  await viewLink(other, name).click();
  await expect(other).toHaveURL(view.address);
  await shows(other, name);
  await expect(other.getByRole('combobox', { name: 'Network' })).toHaveValue('trx');
  await other.goBack();
  await shows(other, 'All transactions');
  await other.context().close();
});

test('says that a view was changed, and keeps the change under its name', async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  await page.goto(`/transactions?${newView().query}`);
  const name = await save(page);
  await page.getByRole('combobox', { name: 'Network' }).selectOption('eth');
  await shows(page, `${name} · changed`);
  await views(page).click();
  await menu(page)
    .getByRole('button', { name: `Save changes to “${name}”` })
    .click();
  await shows(page, name);
  await page.goto('/transactions');
  await views(page).click();
  await viewLink(page, name).click();
  await expect(page).toHaveURL(/network=eth/);
});

test('renames and deletes with the keyboard alone', async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  await page.goto(`/transactions?${newView().query}`);
  const name = await save(page);
  await views(page).press('Enter');
  // The shown view has the focus.
  await expect(viewLink(page, name)).toBeFocused();
  await page.keyboard.press('F2');
  await expect(menu(page).getByRole('textbox', { name: `New name of “${name}”` })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(viewLink(page, name)).toBeFocused();

  const renamed = newName();
  await page.keyboard.press('F2');
  await page.keyboard.type(renamed);
  await page.keyboard.press('Enter');
  await expect(viewLink(page, renamed)).toBeFocused();
  await shows(page, renamed);

  await page.keyboard.press('Delete');
  await expect(menu(page).getByRole('button', { name: 'Keep view' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(viewLink(page, renamed)).toHaveCount(0);
  await expect(viewLink(page, 'All transactions')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await expect(views(page)).toBeFocused();
  await shows(page, 'Unsaved view');
});

test('refuses a name that another view has, at the field', async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  await page.goto(`/transactions?${newView().query}`);
  const name = await save(page);
  await page.getByRole('combobox', { name: 'Network' }).selectOption('btc');
  await views(page).click();
  await menu(page).getByRole('button', { name: 'Save as new view' }).click();
  const field = menu(page).getByLabel('View name');
  await field.press('Enter');
  await expect(menu(page).getByRole('alert')).toHaveText('Enter a name (up to 64 characters).');
  await field.fill(name.toUpperCase());
  await field.press('Enter');
  await expect(menu(page).getByRole('alert')).toHaveText('another view of this list has this name');
});

test("does not overwrite another user's change", async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  await page.goto(`/transactions?${newView().query}`);
  const name = await save(page);
  await page.getByRole('combobox', { name: 'Network' }).selectOption('eth');
  await views(page).click();
  const saveChanges = menu(page).getByRole('button', { name: `Save changes to “${name}”` });
  await expect(saveChanges).toBeVisible();
  await change(page, name, `network=sol&${newView().query.replace('network=trx&', '')}`);
  await saveChanges.click();
  await expect(menu(page).getByRole('alert')).toContainText(`Someone else changed the view “${name}” first`);
  await viewLink(page, name).click();
  await expect(page).toHaveURL(/network=sol/);
});

test('copies a link to a view', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'sandbox-operator');
  const view = newView();
  await page.goto(`/transactions?${view.query}&offset=25`);
  const name = await save(page);
  await views(page).click();
  await menu(page)
    .getByRole('button', { name: `Copy a link to “${name}”` })
    .click();
  await expect(page.getByText('Link copied.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(view.address);
  expect(new URL(link).origin).toBe(new URL(page.url()).origin);
});

test("says that the views can't be read, and reads them on request", async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  await page.goto(`/transactions?${newView().query}`);
  const name = await save(page);
  await page.goto('/transactions');
  await page.route('**/console/views?*', (route) => route.abort());
  await views(page).click();
  await expect(menu(page).getByRole('alert')).toContainText('Can’t reach the server');
  await page.unrouteAll();
  await menu(page).getByRole('button', { name: 'Try again' }).click();
  await expect(viewLink(page, name)).toBeVisible();
});
