import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { checkWhole, newAddress } from './aml-tasks.ts';
import { signIn } from './fixtures.ts';
import { test } from './own-process.ts';
import { rows } from './withdrawal-tasks.ts';

test.describe.configure({ timeout: 240_000 });

test('ten checks continue without a browser and after the server is killed, each charged once', async ({
  browser,
  ownProcess: server,
}) => {
  const first = await browser.newContext({ baseURL: server.url });
  const page = await first.newPage();
  await signIn(page, 'sandbox-compliance');
  await checkWhole(page, newAddress());
  const remaining = page.getByText(/^\d+, as reported with this check$/);
  const before = Number.parseInt((await remaining.textContent()) ?? '', 10);

  const subjects = Array.from({ length: 10 }, () => `eth:0x${randomBytes(20).toString('hex')}`);
  await page.goto('/aml/batch');
  await page
    .getByRole('textbox', { name: 'Addresses and transaction IDs, one per line' })
    .fill(subjects.join('\n'));
  await page.getByRole('button', { name: 'Review cost' }).click();
  await page.getByRole('button', { name: 'Start 10 checks' }).click();
  await expect(page.getByText('10 checks started')).toBeVisible();
  // A check that dies before the service has answered is never asked again, because it may have been paid for.
  const readStates = async () => {
    await page.goto('/aml');
    await expect(rows(page)).toHaveCount(11);
    return (await rows(page).allTextContents()).filter((text) => /Waiting|Finished/.test(text)).length;
  };
  await expect.poll(readStates, { timeout: 30_000 }).toBe(11);
  await first.close();

  await server.kill();
  await server.startAgain();

  const second = await browser.newContext({ baseURL: server.url });
  const later = await second.newPage();
  await signIn(later, 'sandbox-compliance');
  await later.goto('/aml?state=finished');
  await expect
    .poll(
      async () => {
        await later.reload();
        await expect(rows(later).first()).toBeVisible();
        return rows(later).count();
      },
      { timeout: 120_000 },
    )
    .toBe(11);
  for (const subject of subjects) {
    await expect(rows(later).filter({ hasText: new RegExp(subject.slice(-6), 'i') })).toHaveCount(1);
  }
  // The last report shows ten checks fewer: none was paid for twice.
  await checkWhole(later, newAddress());
  const after = later.getByText(/^\d+, as reported with this check$/);
  expect(Number.parseInt((await after.textContent()) ?? '', 10)).toBe(before - 11);
  await second.close();
});
