import { expect, type Page } from '@playwright/test';
import { fromOwnPage, nextPicture, signIn } from './fixtures.ts';
import { holdChange } from './held-changes.ts';
import { test } from './warm-test.ts';

// All tests share one account's setting, so each leaves it as it was. Only Solana is changed, which no other test uses.
test.describe.configure({ mode: 'serial' });

const address = (page: Page) =>
  page.getByRole('group', { name: 'Solana' }).getByRole('textbox', { name: 'Address URL' });
const own = 'https://scan.example/account/{address}';

async function open(page: Page, key: string): Promise<void> {
  await signIn(page, key);
  await page.goto('/settings');
  await expect(address(page)).toBeVisible();
}

test('keeps the block explorers for the account, and gives the defaults back', async ({ page }) => {
  await open(page, 'sandbox-operator');
  const first = await address(page).inputValue();
  await address(page).fill(own);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Block explorers saved')).toBeVisible();
  await expect(page.getByText(/Last changed by Operator,/)).toBeVisible();
  await page.reload();
  await expect(address(page)).toHaveValue(own);

  await page.getByRole('button', { name: 'Restore defaults' }).click();
  await expect(address(page)).toHaveValue(first);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Undo changes' })).toHaveCount(0);
  const kept = await page.request.get('/console/settings');
  expect(await kept.text()).not.toContain(own);
  await expect(address(page)).toHaveValue(first);
});

test('refuses a link that isn’t an https link with one placeholder, and asks before it loses what was entered', async ({
  page,
}) => {
  await open(page, 'sandbox-operator');
  for (const link of [
    'javascript:alert(1)//{address}',
    'http://scan.example/{address}',
    'https://scan.example/',
  ]) {
    await address(page).fill(link);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(address(page)).toHaveAccessibleDescription(/Enter an https:\/\/ URL that contains/);
    await expect(address(page)).toBeFocused();
  }
  await page.getByRole('button', { name: 'Undo changes' }).click();
  await expect(address(page)).toHaveAccessibleDescription('');

  await address(page).fill(own);
  await page.getByRole('link', { name: 'Balances', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(address(page)).toHaveValue(own);
  await page.getByRole('link', { name: 'Balances', exact: true }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/\/balances$/);
});

test('does not overwrite settings that another user saved in the meantime', async ({ page }) => {
  await open(page, 'sandbox-operator');
  const read = await page.request.get('/console/settings');
  const { data } = (await read.json()) as { data: { explorers: { value: object; version: number } } };
  const { value, version } = data.explorers;
  await page.request.put('/console/settings/explorers', {
    headers: fromOwnPage,
    data: { ...value, version },
  });
  await address(page).fill(own);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('Someone else changed the explorers first');
  await page.getByRole('button', { name: 'Load theirs and discard mine' }).click();
  await expect(address(page)).not.toHaveValue(own);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('shows the explorers to a key that may not change them, and says what it lacks', async ({ page }) => {
  await open(page, 'sandbox-finance');
  await expect(page.getByText(/doesn’t have the wallets:write permission/).first()).toBeVisible();
  await expect(address(page)).not.toBeEditable();
  const box = page.getByRole('group', { name: 'Solana' }).getByRole('checkbox');
  await expect(box).toBeChecked();
  await box.press('Space');
  await expect(box).toBeChecked();
  await expect(page.getByRole('button', { name: 'Restore defaults' })).toHaveCount(0);
});

test('leaving a setting while it is being saved waits until it is saved', async ({ page }) => {
  await open(page, 'sandbox-operator');
  const first = await address(page).inputValue();
  for (const link of [own, first]) {
    const held = await holdChange(page, '**/console/settings/explorers');
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await address(page).fill(link);
    await page.getByRole('button', { name: 'Save' }).click();
    await held.arrived;
    await page.getByRole('link', { name: 'Balances', exact: true }).click();
    await nextPicture(page);
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await expect(address(page)).toHaveValue(link);
    await held.release();
    await expect(page).toHaveURL(/\/balances/);
  }
});
