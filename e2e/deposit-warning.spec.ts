import { expect } from '@playwright/test';
import { changeSession, signInToOverview } from './fixtures.ts';
import { newName } from './wallet-tasks.ts';
import { test } from './warm-test.ts';

const notConnected = 'This installation isn’t connected to a network';

test('says beside every address and QR code, and on the overview, that deposits are not detected', async ({
  page,
}) => {
  await changeSession(page, { mode: 'embedded', deposits: 'undetected' });
  await signInToOverview(page, 'sandbox-operator');
  await expect(page.getByText(`${notConnected}: deposits aren’t detected`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Account' }).getByText('Not connected')).toBeVisible();

  await page.goto('/wallets');
  await expect(
    page.getByText(`${notConnected}: deposits to these addresses won’t be detected.`),
  ).toBeVisible();
  await expect(page.getByRole('table')).toBeVisible();

  await page.goto('/wallets/new?limit=5');
  const form = page.getByRole('dialog', { name: 'New wallet' });
  await form.getByLabel('Name').fill(newName());
  await form.getByRole('radio', { name: 'Bitcoin' }).check();
  await form.getByRole('button', { name: 'Create wallet' }).click();
  const created = page.getByRole('dialog', { name: 'Wallet created' });
  const warning = `${notConnected}: deposits to this address won’t be detected.`;
  await expect(created.getByText(warning)).toBeVisible();
  await expect(created).not.toContainText('ready to receive');
  await created.getByRole('link', { name: 'Open wallet' }).click();
  const details = page.getByRole('dialog');
  await expect(details.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await expect(details.getByText(warning)).toBeVisible();
});
