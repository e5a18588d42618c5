import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { fromOwnPage, signIn } from './fixtures.ts';
import { fail } from './screen.ts';
import { test } from './warm-test.ts';

type View = { id: string; name: string; search: string; version: number };

/** What the page shows is saved once: each test has a view that no other has. */
function newView(): string {
  const from = new Date(Date.UTC(2001, 0, 1) + Math.floor(Math.random() * 1e11)).toISOString();
  return `network=trx&limit=10&created_from=${encodeURIComponent(from)}`;
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

/** Saves a view through the gateway. */
async function create(page: Page, name: string): Promise<void> {
  const created = await page.request.post('/console/views', {
    headers: fromOwnPage,
    data: { list: 'transactions', name, search: newView() },
  });
  expect(created.status()).toBe(200);
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

test('keeps a view with its columns, for other browsers and other keys of the account as well, and gives a link to it', async ({
  page,
  browser,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'sandbox-operator');
  await page.goto(`/transactions?${newView()}&columns=*created_at,amount&offset=25`);
  await shows(page, 'Unsaved view');
  const name = await save(page);
  await expect(menu(page)).toBeHidden();
  await views(page).click();
  await menu(page)
    .getByRole('button', { name: `Copy a link to “${name}”` })
    .click();
  await expect(page.getByText('Link copied.')).toBeVisible();
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect(link.origin).toBe(new URL(page.url()).origin);
  expect(link.searchParams.has('offset')).toBe(false);

  const other = await colleague(browser);
  await other.goto('/transactions?limit=10');
  await views(other).click();
  await viewLink(other, name).click();
  await expect(other).toHaveURL(link.href);
  await shows(other, name);
  await expect(other.getByRole('combobox', { name: 'Network' })).toHaveValue('trx');
  await expect(other.getByRole('columnheader', { name: 'Amount' })).toBeVisible();
  await expect(other.getByRole('columnheader', { name: 'Status' })).toHaveCount(0);
  await other.goBack();
  await expect(other).toHaveURL('/transactions?limit=10');
  await expect(other.getByRole('columnheader', { name: 'Status' })).toBeVisible();
  await other.context().close();
});

test("says that a view was changed, keeps the change under its name, and does not overwrite another user's change", async ({
  page,
}) => {
  await signIn(page, 'sandbox-operator');
  await page.goto(`/transactions?${newView()}`);
  const name = await save(page);
  const saveChanges = menu(page).getByRole('button', { name: `Save changes to “${name}”` });
  await page.getByRole('combobox', { name: 'Network' }).selectOption('eth');
  await shows(page, `${name} · changed`);
  await views(page).click();
  await saveChanges.click();
  await shows(page, name);
  await views(page).click();
  await viewLink(page, 'All transactions').click();
  await shows(page, 'All transactions');
  await views(page).click();
  await viewLink(page, name).click();
  await shows(page, name);
  await expect(page).toHaveURL(/network=eth/);

  await page.getByRole('combobox', { name: 'Network' }).selectOption('bnb');
  await views(page).click();
  await expect(saveChanges).toBeVisible();
  await change(page, name, `network=sol&${newView().replace('network=trx&', '')}`);
  await saveChanges.click();
  await expect(menu(page).getByRole('alert')).toContainText(`Someone else changed the view “${name}” first`);
  await viewLink(page, name).click();
  await expect(page).toHaveURL(/network=sol/);
});

test('renames and deletes with the keyboard alone, and refuses no name or one that another view has at the field', async ({
  page,
}) => {
  await signIn(page, 'sandbox-operator');
  const other = newName();
  await create(page, other);
  await page.goto(`/transactions?${newView()}`);
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
  const field = menu(page).getByRole('textbox', { name: `New name of “${name}”` });
  await field.fill('');
  await page.keyboard.press('Enter');
  await expect(menu(page).getByRole('alert')).toHaveText('Enter a name (up to 64 characters).');
  await field.fill(other.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(menu(page).getByRole('alert')).toHaveText('another view of this list has this name');
  await field.fill(renamed);
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

test("says that the views can't be read, and reads them on request", async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  const name = newName();
  await create(page, name);
  await fail(page, '/console/views');
  await page.goto('/transactions?limit=10');
  await views(page).click();
  await expect(menu(page).getByRole('alert')).toContainText('No luck today.');
  await page.unrouteAll();
  await menu(page).getByRole('button', { name: 'Try again' }).click();
  await expect(viewLink(page, name)).toBeVisible();
});
