import { expect, type Page } from '@playwright/test';
import { signIn } from './fixtures.ts';
import { addressOfNewTab } from './new-tab.ts';
import { test } from './warm-test.ts';

const helpButton = (page: Page) => page.getByRole('button', { name: 'Help', exact: true });
const menu = (page: Page) => page.getByRole('dialog', { name: 'Help' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const doc = (page: Page) => page.getByRole('article');

test('Help is one click away: the shortcuts from the keyboard alone, the documents and the API reference', async ({
  page,
}) => {
  await signIn(page, 'sandbox-finance');
  await page.goto('/settings');
  await helpButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(menu(page).getByRole('button', { name: 'Keyboard shortcuts' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(menu(page).getByRole('link', { name: 'Documentation' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(sheet(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();
  await expect(helpButton(page)).toBeFocused();

  await helpButton(page).click();
  const reference = menu(page).getByRole('link', { name: 'API reference' });
  await addressOfNewTab(page, /\/reference$/, () => reference.click());

  await helpButton(page).click();
  await menu(page).getByRole('link', { name: 'Documentation' }).click();
  await expect(page).toHaveURL(/\/help$/);
  await expect(menu(page)).toBeHidden();
  await page.getByRole('main').getByRole('link', { name: 'Activity log', exact: true }).click();
  await expect(doc(page).getByRole('heading', { name: 'What is recorded' })).toBeVisible();
  await expect(page).toHaveTitle('Activity log · Wallet Console');
});

test('on a phone, Help is in the navigation', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'sandbox-finance');
  await page.goto('/settings');
  for (const [role, name] of [
    ['button', 'Keyboard shortcuts'],
    ['link', 'Documentation'],
  ] as const) {
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await helpButton(page).click();
    await menu(page).getByRole(role, { name }).click();
    await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeHidden();
    if (role === 'link') break;
    await expect(sheet(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toBeHidden();
  }
  await page.getByRole('link', { name: 'Withdrawals', exact: true }).click();
  await doc(page).getByText('On this page').click();
  await doc(page).getByRole('link', { name: 'Statuses', exact: true }).click();
  await expect(doc(page).getByRole('heading', { name: 'Statuses' })).toBeInViewport();
});

test('links between documents stay in the console, and Back returns to the place in the text', async ({
  page,
}) => {
  await signIn(page, 'sandbox-compliance');
  await page.goto('/help/aml');
  const link = doc(page).getByRole('link', { name: 'screening method' });
  await link.scrollIntoViewIfNeeded();
  await link.click();
  await expect(page).toHaveURL(/\/help\/aml-method/);
  await expect(doc(page).getByRole('heading', { name: 'How AML screening works' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/help\/aml$/);
  await expect(link).toBeInViewport();
});

test('an address with a section opens the document there', async ({ page }) => {
  await signIn(page, 'sandbox-compliance');
  await page.goto('/help/withdrawals#in-the-console');
  const section = doc(page).getByRole('heading', { name: 'In the console' });
  await expect(section).toBeInViewport();
  await expect(section).toBeFocused();
});
