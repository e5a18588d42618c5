import { expect, type Locator, type Page } from '@playwright/test';
import { awaitReport, newAddress, subjectField } from './aml-tasks.ts';
import { signIn } from './fixtures.ts';
import { test } from './warm-test.ts';

/** Goes on with Tab until there. The focus must be seen on each stop of the way. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stops = 0; stops < 60; stops += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
    // The body: past the last stop, before the first one.
    expect(await page.evaluate(() => document.activeElement?.matches('body, :focus-visible'))).toBe(true);
  }
  throw new Error('60 stops of Tab did not lead there.');
}

test('an address is checked, its report read, decided on and left with the keyboard alone', async ({
  page,
}) => {
  await signIn(page, 'sandbox-compliance');
  await page.goto('/aml');
  await expect(subjectField(page)).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden();

  await tabTo(page, subjectField(page));
  const address = newAddress();
  await page.keyboard.type(address);
  // The other network that the address is of, and back.
  const ethereum = page.getByRole('radio', { name: 'Ethereum' });
  await tabTo(page, ethereum);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'BNB Chain' })).toBeChecked();
  await page.keyboard.press('ArrowLeft');
  await expect(ethereum).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/aml\/[\w-]+$/);
  await awaitReport(page);

  const decision = page.getByRole('region', { name: 'Decision' });
  await tabTo(page, decision.getByRole('radio', { name: 'Accepted' }));
  await page.keyboard.press('ArrowRight');
  await expect(decision.getByRole('radio', { name: 'Rejected' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(decision.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.type('The customer cannot say whose it is.');
  await page.keyboard.press('Enter');
  await expect(decision.getByRole('listitem')).toContainText('cannot say whose');
  // The focus is where the decision is read, not at the top of the page.
  await expect(decision).toBeFocused();
  await tabTo(page, decision.getByRole('radio', { name: 'Accepted' }));
});

test('a check is stopped and resumed with the keyboard, on the same spot', async ({ page }) => {
  await signIn(page, 'sandbox-compliance');
  const resume = page.getByRole('button', { name: 'Resume (free)' });
  const finished = page.getByRole('status').filter({ hasText: 'Finished' });
  // The report may be there before a slow machine has pressed the button: then the next check is stopped.
  await expect(async () => {
    await page.goto('/aml');
    await subjectField(page).fill(`eth:${newAddress()}`);
    await subjectField(page).press('Enter');
    await page.getByRole('button', { name: 'Stop' }).focus({ timeout: 2_000 });
    await page.keyboard.press('Enter');
    await expect(resume.or(finished)).toBeVisible();
    expect(await resume.isVisible()).toBe(true);
  }).toPass();
  await expect(resume).toBeFocused();
  await page.keyboard.press('Enter');
  await awaitReport(page);
});

test('the panel of checks is opened, gone through and closed with the keyboard', async ({ page }) => {
  await signIn(page, 'sandbox-compliance');
  await page.goto('/aml');
  await subjectField(page).fill(`eth:${newAddress()}`);
  await subjectField(page).press('Enter');
  await awaitReport(page);
  const opener = page.getByRole('button', { name: /^AML: .*finished/ });
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'AML checks' });
  await tabTo(page, panel.getByRole('link', { name: 'All checks' }));
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(opener).toBeFocused();
});
