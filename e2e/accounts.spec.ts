import { expect, type Page } from '@playwright/test';
import { test } from './user-server.ts';
import { addDevice, invite, joinWithPasskey, signOut } from './user-tasks.ts';

test.use({
  serverFor: 'accounts',
  serverPreparation: [
    'src/keys.command.ts',
    'create',
    '--name=Treasury key',
    '--permissions=all',
    '--new-account=Treasury',
  ],
});
test.describe.configure({ mode: 'default' });

const inTreasury = /\/a\/acc_[0-9a-f]{24}(?=\/)/;
const accountPanel = (page: Page) => page.getByRole('region', { name: 'Account' });

/** Creates a wallet, and returns the address at which it is shown. */
async function createWallet(page: Page, name: string): Promise<string> {
  await page.getByRole('link', { name: 'Wallets', exact: true }).click();
  await page.getByRole('link', { name: 'New wallet' }).click();
  const dialog = page.getByRole('dialog', { name: 'New wallet' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('radio', { name: 'Bitcoin' }).check();
  await dialog.getByRole('button', { name: 'Create wallet' }).click();
  await page.getByRole('dialog', { name: 'Wallet created' }).getByRole('button', { name: 'Done' }).click();
  await page.getByRole('rowheader', { name }).getByRole('link').click();
  await expect(page.getByRole('dialog', { name })).toBeVisible();
  return page.url();
}

test('an administrator adds an account, works in two tabs in two accounts, and each link opens the right one', async ({
  page,
  ownServer,
  administrator,
}) => {
  const user = await invite(administrator, 'administrator');
  await addDevice(page);
  await joinWithPasskey(page, user);
  await expect(page).toHaveURL('/');

  await page.goto('/settings/accounts');
  await page.getByRole('link', { name: 'Add account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add account' });
  await dialog.getByLabel('Name').fill('Treasury');
  await dialog.getByLabel('API key').fill(/wck_\S+/.exec(ownServer.prepared)?.[0] ?? '');
  await dialog.getByRole('button', { name: 'Add account' }).click();
  await page.getByRole('button', { name: 'Use passkey' }).click();
  await expect(page).toHaveURL(inTreasury);
  await expect(page.getByText('Treasury added. You’re now in it.')).toBeVisible();
  await expect(accountPanel(page).getByRole('button', { name: 'Account Treasury' })).toBeVisible();
  const wallet = await createWallet(page, 'Of the treasury');

  await expect(page).toHaveTitle('Wallets · Treasury');

  const other = await page.context().newPage();
  await other.goto('/wallets');
  await expect(other).toHaveURL('/a/sandbox/wallets');
  await expect(other.locator('[data-first-screen]')).toHaveCount(0);
  const links = other.getByRole('main').locator('a[href^="/"]');
  await expect(links).not.toHaveCount(0);
  await expect(links.and(other.locator(':not([href^="/a/sandbox/"])'))).toHaveCount(0);
  await expect(other.getByRole('rowheader').first()).toBeVisible();
  await expect(other.getByText('Of the treasury')).toHaveCount(0);
  await createWallet(other, 'Of the sandbox');
  await expect(page.getByText('Of the sandbox')).toHaveCount(0);

  // Each tab stays where it is, after a reload as well.
  await page.reload();
  await expect(page).toHaveURL(wallet);
  await expect(page.getByText('Of the treasury').first()).toBeVisible();
  await other.goto(wallet);
  await expect(other.getByText('Of the treasury').first()).toBeVisible();

  await accountPanel(other).getByRole('button', { name: 'Account Treasury' }).press('Enter');
  await other.getByRole('button', { name: 'sandbox' }).click();
  await expect(other).toHaveURL('/a/sandbox/wallets');
  await expect(other.getByText('Of the sandbox')).toBeVisible();

  // An export reads the account of its page, in a worker of its own.
  await page.goto(wallet.replace(/\/wallets\/.*/, '/wallets'));
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
  await download;

  await signOut(other);
  await expect(page).toHaveURL('/sign-in');

  // A link to another account than the first one leads there after sign-in as well.
  await page.goto(wallet);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await page.getByRole('button', { name: 'Sign in with passkey' }).click();
  await expect(page).toHaveURL(wallet);
  await expect(page.getByText('Of the treasury').first()).toBeVisible();
});

test('somebody with one account has addresses without it, and is told when a link leads to another one', async ({
  page,
  administrator,
}) => {
  const user = await invite(administrator);
  await addDevice(page);
  await joinWithPasskey(page, user);
  await page.goto('/a/sandbox/wallets?status=active');
  await expect(page).toHaveURL('/wallets?status=active');
  await expect(page.getByRole('rowheader').first()).toBeVisible();

  await page.goto('/a/acc_of_somebody_else/wallets');
  await expect(page.getByRole('heading', { name: 'No access to this account' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to your account' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
});
