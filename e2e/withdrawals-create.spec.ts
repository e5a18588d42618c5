import { expect } from '@playwright/test';
import {
  enter,
  externalId,
  form,
  fromPool,
  newAddress,
  openForm,
  proofField,
  recipientField,
  reviewNew,
  sendButton,
} from './create-tasks.ts';
import { signIn } from './fixtures.ts';
import { test } from './warm-test.ts';
import { createWithdrawalByApi, outsider } from './withdrawal-tasks.ts';

test('asks about an address that looks like an earlier recipient, character by character', async ({
  page,
}) => {
  await signIn(page, 'sandbox-operator');
  await openForm(page, fromPool);
  // Six characters of either end, of no other run.
  const [beginning, end] = [newAddress().slice(2, 8), newAddress().slice(-6)];
  const paid = newAddress(beginning, end);
  await enter(page, { recipient: paid, amount: '5' });
  await reviewNew(page, paid);
  await sendButton(page).click();
  await expect(page).toHaveURL(/\/withdrawals\/wd_/);

  await openForm(page, fromPool);
  const twin = newAddress(beginning, end);
  await enter(page, { recipient: twin, amount: '5' });
  const question = page.getByRole('group', {
    name: /This looks like an address you already use/,
  });
  await expect(question).toContainText(new RegExp(paid, 'i'));
  await expect(question).toContainText(new RegExp(twin, 'i'));
  expect(await question.locator('mark').count()).toBeGreaterThan(20);
  await form(page).getByRole('button', { name: 'Review' }).click();
  const box = question.getByRole('checkbox');
  await expect(box).toBeFocused();
  await expect(box).toHaveAccessibleDescription('Confirm this address, or enter a different one.');
  await expect(page.getByRole('heading', { name: 'Review withdrawal' })).toBeHidden();

  await box.check();
  await reviewNew(page, twin);
  await sendButton(page).click();
  await expect(page).toHaveURL(/\/withdrawals\/wd_/);
});

test('a recipient is checked as it is written, the last characters of a new one are asked for, and a refusal by the service appears at its field, in its words, with the rest kept', async ({
  page,
}) => {
  await signIn(page, 'sandbox-operator');
  await openForm(page, fromPool);
  await recipientField(page).fill('Nobody');
  const unknownName = 'No saved address or wallet on BNB Chain has this name.';
  await expect(form(page).getByText(unknownName)).toBeVisible();
  await recipientField(page).fill(outsider);
  await expect(form(page).getByText('this is a Tron address, not a BNB Chain address')).toBeVisible();
  const recipient = newAddress();
  await recipientField(page).fill(`${recipient.slice(0, 8)}…${recipient.slice(-6)}`);
  await expect(form(page).getByText('this is shortened; copy the full text')).toBeVisible();
  await form(page).getByRole('button', { name: 'Review' }).click();
  await expect(recipientField(page)).toBeFocused();

  await enter(page, { recipient, amount: '5' });
  await expect(form(page).getByText('First payment to this address')).toBeVisible();
  const other = await createWithdrawalByApi(page);
  const field = form(page).getByLabel('Reference');
  await field.fill(other.external_id);
  await reviewNew(page, 'not these');
  await sendButton(page).click();
  await expect(proofField(page)).toBeFocused();
  await expect(proofField(page)).toHaveAccessibleDescription(/These don’t match the end of the address/);
  await expect(page).toHaveURL(/\/withdrawals\/new/);

  await proofField(page).fill(recipient.slice(-6));
  await sendButton(page).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(
    new RegExp(`This reference belongs to withdrawal ${other.request_id}, which has other details`),
  );
  await expect(recipientField(page)).toHaveValue(recipient);
});

test('leaving with something entered asks first; a reload keeps it', async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  await openForm(page, fromPool);
  await enter(page, { recipient: newAddress(), amount: '7' });
  const id = await externalId(page);
  await page.reload();
  await expect(form(page).getByLabel(/^Amount in/)).toHaveValue('7');
  expect(await externalId(page)).toBe(id);
  await form(page).getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(form(page).getByLabel(/^Amount in/)).toHaveValue('7');
  await form(page).getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/\/withdrawals$/);
  await openForm(page, fromPool);
  await expect(form(page).getByLabel(/^Amount in/)).toHaveValue('');
  expect(await externalId(page)).not.toBe(id);
});

test('a key pressed as soon as the list is there is not lost', async ({ page }) => {
  await signIn(page, 'sandbox-operator');
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('tbody') === null) return;
      observer.disconnect();
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'n', bubbles: true, cancelable: true }),
      );
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/withdrawals?limit=25');
  await expect(form(page)).toBeVisible();
});
