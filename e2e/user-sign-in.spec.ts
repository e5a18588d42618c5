import { expect } from '@playwright/test';
import { test } from './user-server.ts';
import {
  addDevice,
  enterPassword,
  invite,
  joinWithPasskey,
  joinWithPassword,
  openSignInMethods,
  removeUser,
  signOut,
  totpCode,
} from './user-tasks.ts';

test.use({ serverFor: 'users' });
// One server for all of them.
test.describe.configure({ mode: 'default' });

test('joins with a passkey, and signs in again with one click and one confirmation', async ({
  page,
  administrator,
}) => {
  const user = await invite(administrator);
  await addDevice(page);
  await joinWithPasskey(page, user);
  const account = page.getByRole('region', { name: 'Account' });
  await expect(account.getByText(user.name)).toBeVisible();

  await signOut(page);
  // The device confirms by itself: this click is all that is left to do on the page.
  await page.getByRole('button', { name: 'Sign in with passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await expect(account.getByText(user.name)).toBeVisible();
});

test('takes the link out of the address bar and the history at once, shows the recovery codes until they are said to be saved, and refuses the link then', async ({
  page,
  browser,
  baseURL,
  administrator,
}) => {
  const user = await invite(administrator);
  await page.goto('/sign-in');
  await page.goto(user.link);
  await expect(page.getByRole('heading', { name: `Welcome, ${user.name}` })).toBeVisible();
  expect(page.url()).toBe(`${baseURL}/join`);
  expect(
    await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])),
  ).not.toContain(user.link.split('#')[1]);
  await addDevice(page);
  await page.getByRole('button', { name: 'Create passkey' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('wallet-console-recovery-codes.txt');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Save the codes first. You can’t see them again.')).toBeVisible();
  await expect(page.getByLabel('I have saved these codes')).toBeFocused();
  await expect(codes).toHaveCount(10);

  const other = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const second = await other.newPage();
  await second.goto(user.link);
  await expect(second.getByRole('heading', { name: 'This invitation link no longer works' })).toBeVisible();
  await second.getByRole('link', { name: 'Go to sign-in' }).click();
  await expect(second).toHaveURL('/sign-in');
  await other.close();
});

test('joins with a password and an authenticator app, and signs in with both', async ({
  page,
  administrator,
}) => {
  const user = await invite(administrator);
  const { password, secret, code: usedCode } = await joinWithPassword(page, user);
  await signOut(page);

  await enterPassword(page, user.email, `${password}?`);
  await expect(page.getByRole('alert').filter({ hasText: 'Wrong email or password' })).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await enterPassword(page, user.email, password);

  const code = page.getByLabel('6-digit code');
  await expect(code).toBeFocused();
  await code.fill(usedCode);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Code not accepted' })).toBeVisible();
  await expect(code).toBeFocused();
  // Pasted with a gap, as apps show it.
  await code.fill(totpCode(secret, { later: true }).replace(/(?=...$)/, ' '));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
});

test('tells users of a sign-in with a new device on their other devices, until they dismiss it', async ({
  page,
  browser,
  baseURL,
  administrator,
}) => {
  const user = await invite(administrator);
  const { password, codes } = await joinWithPassword(page, user);
  const elsewhere = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const other = await elsewhere.newPage();
  await enterPassword(other, user.email, password);
  await other.getByRole('button', { name: 'Use a recovery code' }).click();
  await other.getByLabel('Recovery code').fill(codes[0] ?? '');
  const asked = other.waitForResponse((response) => response.url().endsWith('/console/new-devices'));
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other.getByRole('heading', { name: 'Overview' })).toBeVisible();

  await page.reload();
  const notice = page.getByRole('status', { name: 'New devices' });
  await expect(notice).toContainText('Chrome on Linux signed in as you for the first time from 127.0.0.1');
  await asked;
  await expect(other.getByText('signed in as you for the first time')).toHaveCount(0);
  await elsewhere.close();
  await notice.getByRole('link', { name: 'End its session' }).click();
  await expect(page).toHaveURL('/settings/sessions');
  await notice.getByRole('button', { name: 'Dismiss: Chrome on Linux' }).click();
  await expect(notice).not.toContainText('signed in as you');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible();
  await expect(page.getByText('signed in as you for the first time')).toHaveCount(0);
});

test('signs in with a recovery code if the only passkey is lost, adds another one and removes the lost one, but never the last way to sign in', async ({
  page,
  administrator,
}) => {
  const user = await invite(administrator);
  const { client, id } = await addDevice(page);
  const codes = await joinWithPasskey(page, user);
  await client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: id });
  await signOut(page);

  await page.getByRole('button', { name: 'Lost your passkey?' }).click();
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Recovery code').fill((codes[0] ?? '').toUpperCase());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();

  await client.detach();
  await addDevice(page);
  await openSignInMethods(page);
  await expect(page.getByText('You have 9 codes left.')).toBeVisible();
  const remove = page.getByRole('button', { name: /^Remove / });
  await expect(remove).toHaveCount(1);
  await expect(remove).toHaveAttribute('aria-disabled', 'true');
  await remove.focus();
  await expect(page.getByText('This is the only way you can sign in.')).toBeVisible();
  const lost = (await remove.getAttribute('aria-label')) ?? '';
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByLabel('Passkey name')).toBeFocused();
  await page.getByLabel('Passkey name').fill('New laptop');
  await page.getByRole('button', { name: 'Create passkey' }).click();
  const removeNew = page.getByRole('button', { name: 'Remove New laptop' });
  await expect(removeNew).toBeVisible();

  await page.getByRole('button', { name: lost }).click();
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(remove).toHaveCount(1);
  await expect(removeNew).toHaveAttribute('aria-disabled', 'true');
});

test('asks who the user is once in every page that was opened anew, before new recovery codes are made and a password is set', async ({
  page,
  administrator,
}) => {
  const user = await invite(administrator);
  await addDevice(page);
  const [code = ''] = await joinWithPasskey(page, user);
  await page.goto('/settings/sign-in');
  const makeCodes = async () => {
    await page.getByRole('button', { name: 'Make new codes' }).click();
    await page.getByRole('button', { name: 'Make new codes' }).click();
  };
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await makeCodes();
  await expect(dialog.getByRole('button', { name: 'Use passkey' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('You didn’t confirm that it’s you, so nothing was changed.')).toBeVisible();
  await expect(page.getByText('You have 10 codes left.')).toBeVisible();

  await page.getByRole('button', { name: 'Make new codes' }).click();
  await dialog.getByRole('button', { name: 'Use passkey' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  expect(await codes.allTextContents()).not.toContain(code);
  await page.getByLabel('I have saved these codes').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('You have 10 codes left.')).toBeVisible();

  await page.getByRole('button', { name: 'Set a password' }).click();
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('New password').fill('password1234');
  await page.getByLabel('6-digit code').fill(totpCode(secret));
  await page.getByRole('button', { name: 'Save password' }).click();
  // It is known from leaks.
  await expect(page.getByLabel('New password')).toBeFocused();
  await page.getByLabel('New password').fill('seven quiet lanterns drift');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('button', { name: 'Replace password and app' })).toBeVisible();
});

test('is out at the next request after leaving, and in a tab that nobody touches within a minute', async ({
  page,
  context,
  administrator,
}) => {
  const user = await invite(administrator);
  await addDevice(page);
  await joinWithPasskey(page, user);
  const untouched = await context.newPage();
  await untouched.goto('/wallets');
  await expect(untouched.getByRole('heading', { level: 1, name: 'Wallets' })).toBeVisible();

  await removeUser(administrator, user);
  await page.getByRole('link', { name: 'Balances' }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await page.getByRole('button', { name: 'Sign in with passkey' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page).toHaveURL(/\/sign-in/);
  await expect(untouched).toHaveURL(/\/sign-in/, { timeout: 60_000 });
});

test('leads to localhost from an IP address, where browsers refuse passkeys', async ({
  page,
  ownServer,
  administrator,
}) => {
  const { link, name } = await invite(administrator);
  await page.goto(`${ownServer.url}${link}`);
  await page.getByRole('link', { name: 'Open this page on localhost' }).click();
  await expect(page.getByRole('heading', { name: `Welcome, ${name}` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create passkey' })).toBeVisible();
});

test('still signs in with an API key', async ({ page, administrator }) => {
  await invite(administrator);
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Use an API key' }).click();
  await page.getByLabel('API key', { exact: true }).fill('sandbox-finance');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await page.goto('/settings/sign-in');
  await expect(page.getByRole('heading', { name: 'You’re signed in with an API key' })).toBeVisible();
});
