import { expect } from '@playwright/test';
import { signIn } from './fixtures.ts';
import { test } from './warm-test.ts';

test('ending another session sends its page to sign-in at the next request', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'sandbox-finance');
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  const other = await elsewhere.newPage();
  await signIn(other, 'sandbox-finance');
  const { data } = await (await other.request.get('/console/sessions')).json();
  const { id } = data.sessions.find((each: { is_current: boolean }) => each.is_current);
  await other.goto('/settings');
  await expect(other.getByRole('heading', { name: 'Sessions' })).toBeVisible();

  await page.goto('/settings/sessions');
  await expect(page.getByText('This session', { exact: true })).toHaveCount(1);
  await page.getByRole('link', { name: `session ${id}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click();
  await expect(page.getByText('Session ended')).toBeVisible();
  await expect(page).toHaveURL('/settings/sessions');
  await expect(page.getByRole('link', { name: `session ${id}` })).toHaveCount(0);

  await other.getByRole('link', { name: 'Transactions' }).click();
  await expect(other).toHaveURL(/^[^?]*\/sign-in\b/);
  // The page that ended it stays signed in.
  await page.reload();
  await expect(page.getByText('This session', { exact: true })).toHaveCount(1);
  await elsewhere.close();
});
