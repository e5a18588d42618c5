import { expect } from '@playwright/test';
import { fromOwnPage } from './fixtures.ts';
import { test } from './user-server.ts';
import { addDevice, invite, joinWithPasskey, signOut } from './user-tasks.ts';

test.use({ serverFor: 'users' });

test('an operator whom an administrator limits to Tron creates wallets there, and is refused elsewhere', async ({
  page,
  administrator,
}) => {
  const chief = await invite(administrator, 'administrator');
  const operator = await invite(administrator);
  await addDevice(page);
  await joinWithPasskey(page, chief);

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByRole('link', { name: `Change roles and limits of ${operator.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Change roles and limits' });
  await dialog.getByRole('checkbox', { name: 'Administrator' }).check();
  await expect(dialog.getByText('Administrators can’t be limited')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Administrator' }).uncheck();
  await dialog.getByText('Limits (optional)').click();
  await dialog.getByLabel('Networks').click();
  await page.getByRole('option', { name: 'Tron' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Access of ${operator.name} saved`)).toBeVisible();
  await expect(page.getByRole('row', { name: operator.name }).getByText('Limits: Tron')).toBeVisible();
  await signOut(page);

  await joinWithPasskey(page, operator);
  await page.goto('/wallets/new?network=eth');
  const choices = page.getByRole('radiogroup', { name: 'Network' }).getByRole('radio');
  await expect(choices).toHaveCount(1);
  await expect(choices).toHaveAccessibleName(/^Tron/);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Payroll');
  await page.getByRole('button', { name: 'Create wallet' }).click();
  await expect(page.getByRole('dialog', { name: 'Wallet created' })).toBeVisible();

  const data = { name: 'Elsewhere', network: 'eth', type: 'user' };
  const refused = await page.request.post('/api/prod/v1/wallets', { headers: fromOwnPage, data });
  expect(refused.status()).toBe(403);
  expect(await refused.json()).toMatchObject({
    error_message: 'You can make changes only on Tron. To change your limits, ask an administrator',
  });

  // A wallet of another network is shown, and says why it can't be changed.
  await page.goto('/wallets?network=eth&limit=5');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  const rename = page.getByRole('button', { name: /^Rename/ });
  await expect(rename).toHaveAttribute('aria-disabled', 'true');
  await rename.hover();
  await expect(page.getByRole('tooltip')).toHaveText(
    'You can make changes only on Tron. To change your limits, ask an administrator.',
  );
});
