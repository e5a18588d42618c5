import { expect } from '@playwright/test';
import { signIn } from './fixtures.ts';
import { createWalletByApi, newName } from './wallet-tasks.ts';
import { test } from './warm-test.ts';

test('a wallet’s note and tags are written with the keyboard, kept, and read-only for others', async ({
  page,
}) => {
  await signIn(page, 'sandbox-operator');
  const address = await createWalletByApi(page, { name: newName() });
  await page.goto(`/wallets/${address}?limit=5`);
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('definition').filter({ hasText: 'By Operator' })).toBeVisible();
  const notes = drawer.getByRole('region', { name: 'Notes' });
  await expect(notes).toContainText('No notes or tags yet.');

  await notes.getByRole('link', { name: 'Add note' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Edit notes' });
  await expect(form.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.type('Ask treasury first.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Never pay out on weekends.');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Treasury, eur, EUR');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('textbox', { name: 'Tags' })).toHaveAccessibleDescription(
    /Enter each tag only once/,
  );
  for (let i = 0; i < ', EUR'.length; i += 1) await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Notes saved')).toBeVisible();

  await signIn(page, 'sandbox-finance');
  await page.goto(`/wallets/${address}?limit=5`);
  await expect(notes).toContainText('Ask treasury first.\nNever pay out on weekends.');
  await expect(notes.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText([
    'Treasury',
    'eur',
  ]);
  await expect(notes.getByRole('link')).toHaveCount(0);

  await signIn(page, 'sandbox-operator');
  const recorded = await page.request.get(`/console/audit-log?operation=changeWalletNotes&search=${address}`);
  expect(await recorded.json()).toMatchObject({ data: { count: 1, entries: [{ status: 'completed' }] } });
});
