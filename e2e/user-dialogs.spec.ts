import { expect } from '@playwright/test';
import { test } from './user-server.ts';
import { addDevice, changeRoles, invite, joinWithPasskey } from './user-tasks.ts';

test.use({ serverFor: 'users' });

test('what a dialog about a user refuses is in view, where its button is, however low the window', async ({
  page,
  administrator,
}) => {
  const chief = await invite(administrator, 'administrator');
  const waiting = await invite(administrator);
  await page.setViewportSize({ width: 1280, height: 560 });
  await addDevice(page);
  await joinWithPasskey(page, chief);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Users', exact: true }).click();

  await page.getByRole('link', { name: 'Invite user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite user' });
  const submit = dialog.getByRole('button', { name: 'Invite user' });
  await expect(submit).toBeInViewport({ ratio: 1 });
  await dialog.getByLabel('Name', { exact: true }).fill('Somebody else');
  await dialog.getByLabel('Email').fill(waiting.email);
  await submit.click();
  await expect(dialog.getByText('Choose at least one role.')).toBeInViewport();
  await dialog.getByRole('checkbox', { name: 'Viewer' }).check();
  await submit.click();
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await expect(dialog.getByText('A user of this account has this email address.')).toBeInViewport();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Discard' }).click();

  await page.getByRole('link', { name: `Change roles and limits of ${waiting.name}` }).click();
  const change = page.getByRole('dialog', { name: 'Change roles and limits' });
  await change.getByRole('checkbox', { name: 'Viewer' }).check();
  await changeRoles(administrator, waiting, ['finance']);
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change.getByText(`Someone else changed the roles of ${waiting.name} first`)).toBeInViewport({
    ratio: 1,
  });
});
