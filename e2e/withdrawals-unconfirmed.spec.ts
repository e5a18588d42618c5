import { expect } from '@playwright/test';
import { enter, externalId, fromPool, newAddress, openForm, reviewNew, sendButton } from './create-tasks.ts';
import { signIn } from './fixtures.ts';
import { type RemoteConsole, startRemoteConsole } from './remote-console.ts';
import { test } from './warm-test.ts';
import { fact } from './withdrawal-tasks.ts';

let remote: RemoteConsole | undefined;
test.afterAll(async () => remote?.stop());

test('a withdrawal that a remote provider does not confirm is not sent again, and is found by a check', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  remote = await startRemoteConsole();
  const { url, line, arrived } = remote;
  const page = await browser.newPage({ baseURL: url });
  await signIn(page, 'sandbox-operator');
  await openForm(page, fromPool);
  const recipient = newAddress();
  await enter(page, { recipient, amount: '5' });
  const id = await externalId(page);
  await reviewNew(page, recipient);
  line.losesWithdrawals = true;
  line.listsWithdrawals = false;
  await sendButton(page).click();

  const unconfirmed = page.getByRole('heading', { name: 'We didn’t get a confirmation' });
  await expect(unconfirmed).toBeVisible();
  await expect(page.getByText('Outcome unknown. The provider may have created the withdrawal')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send it again' })).toHaveCount(0);
  await page.reload();
  await expect(unconfirmed).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send it again' })).toHaveCount(0);

  await page.goto('/');
  await page.getByRole('link', { name: /1 withdrawal with an unknown outcome/ }).click();
  await expect(page.getByRole('heading', { name: 'Outcome unknown: 1' })).toBeVisible();
  await page.getByRole('button', { name: `Mark as handled: “${id}”` }).click();
  await page.getByRole('button', { name: 'Mark as handled', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Enter a note about what you found out and from whom.');
  await page.getByRole('button', { name: 'Cancel' }).click();

  line.listsWithdrawals = true;
  await page.getByRole('button', { name: `Check again: “${id}”` }).click();
  await expect(page.getByRole('heading', { name: 'No unknown outcomes' })).toBeVisible();
  await page.getByRole('link', { name: 'Open withdrawal' }).click();
  await expect(fact(page, 'Reference')).toHaveText(id);
  expect(arrived()).toBe(1);
});
