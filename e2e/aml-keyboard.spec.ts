import { expect, type Locator, type Page } from '@playwright/test';
import { awaitReport, newAddress, subjectField } from './aml-tasks.ts';
import { signIn } from './fixtures.ts';
import { test } from './warm-test.ts';
import { rows } from './withdrawal-tasks.ts';

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

test('an impossible value is refused, and an address checked and decided on, with the keyboard alone; a colleague finds it', async ({
  browser,
  page,
}) => {
  await signIn(page, 'sandbox-compliance');
  let sent = 0;
  await page.route('**/console/aml/checks', (route) => {
    if (route.request().method() === 'POST') sent += 1;
    return route.fallback();
  });
  await page.goto('/aml');
  await expect(subjectField(page)).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden();

  await tabTo(page, subjectField(page));
  await page.keyboard.type('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA9604');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('An Ethereum address has 42 characters');
  await expect(subjectField(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('4Nd1mYQFRuJrTGuWKgMGWxEDXFuYjZ6Xrd2hCLrC7HkM');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('AML reports don’t cover Solana');
  expect(sent).toBe(0);

  await page.keyboard.press('ControlOrMeta+A');
  const address = newAddress();
  await page.keyboard.type(address);
  // The other network that the address is of, back, and there again.
  const ethereum = page.getByRole('radio', { name: 'Ethereum' });
  const bnbChain = page.getByRole('radio', { name: 'BNB Chain' });
  await tabTo(page, ethereum);
  await page.keyboard.press('ArrowRight');
  await expect(bnbChain).toBeChecked();
  await page.keyboard.press('ArrowLeft');
  await expect(ethereum).toBeChecked();
  await page.keyboard.press('ArrowRight');
  await expect(bnbChain).toBeChecked();
  await expect(page.getByText('not screened', { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/aml\/[\w-]+$/);
  const path = new URL(page.url()).pathname;
  await awaitReport(page);
  expect(sent).toBe(1);
  await expect(page.getByText('BNB Chain · BEP20')).toBeVisible();
  await expect(page.getByText('Unknown risk, score 15.')).toBeVisible();
  await expect(
    page
      .getByRole('table', { name: 'Exposure by category' })
      .getByRole('row', { name: 'unknown wallet / otc / service Unknown 100%' }),
  ).toBeVisible();
  await expect(page.getByText('Remaining checks')).toBeVisible();

  // Against the risk only with a note.
  const decision = page.getByRole('region', { name: 'Decision' });
  const decisions = decision.getByRole('listitem');
  await tabTo(page, decision.getByRole('radio', { name: 'Accepted' }));
  await page.keyboard.press('ArrowRight');
  await expect(decision.getByRole('radio', { name: 'Rejected' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Explain your decision.' })).toBeVisible();
  await expect(decision.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.type('The customer cannot say whose it is.');
  await page.keyboard.press('Enter');
  await expect(decisions).toContainText('cannot say whose');
  await expect(decisions).toContainText('Compliance');
  // The focus is where the decision is read, not at the top of the page.
  await expect(decision).toBeFocused();
  await tabTo(page, decision.getByRole('radio', { name: 'Accepted' }));

  // The panel of checks, and back to what opened it.
  const opener = page.getByRole('button', { name: /^AML: .*finished/ });
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'AML checks' });
  await tabTo(page, panel.getByRole('link', { name: 'All checks' }));
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(opener).toBeFocused();

  // A later decision, made with the mouse, appears above the first one.
  await decision.getByRole('radio', { name: 'Accepted' }).check();
  await decision.getByRole('textbox', { name: 'Note' }).fill('The customer has shown where it is from.');
  await decision.getByRole('button', { name: 'Decide' }).click();
  await expect(decisions).toHaveCount(2);
  await expect(decisions.first()).toContainText('Accepted');
  await expect(decisions.last()).toContainText('earlier');

  const context = await browser.newContext();
  const colleague = await context.newPage();
  await signIn(colleague, 'sandbox-finance');
  await colleague.goto(`/aml?search=${address.slice(2, 20)}`);
  await expect(rows(colleague)).toHaveCount(1);
  await expect(rows(colleague)).toContainText(['Accepted']);
  await colleague.getByRole('combobox', { name: 'Decision' }).selectOption('Rejected');
  await expect(colleague.getByText('No matches')).toBeVisible();
  await colleague.goto(path);
  await expect(colleague.getByText('Unknown risk, score 15.')).toBeVisible();
  await expect(colleague.getByText('doesn’t have the aml:check permission').first()).toBeAttached();
  await context.close();

  await page.goto(`/activity-log?search=${address}`);
  await expect(rows(page).filter({ hasText: 'AML' })).not.toHaveCount(0);
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
  await expect(page.getByText('Resume it to continue')).toBeVisible();
  await expect(resume).toBeFocused();
  await page.keyboard.press('Enter');
  await awaitReport(page);
});
