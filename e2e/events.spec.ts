import { expect } from '@playwright/test';
import { fromOwnPage, signIn } from './fixtures.ts';
import { test } from './user-server.ts';
import { createWithdrawalByApi } from './withdrawal-tasks.ts';

test.use({ serverFor: 'users' });

test('an open list shows what is new at the provider’s event, not at its next read, and the event is listed', async ({
  page,
}) => {
  await signIn(page, 'sandbox-admin');
  await page.goto('/settings/events');
  await page.getByRole('button', { name: 'Create URL' }).click();
  await expect(page.getByRole('button', { name: 'Replace URL' })).toBeVisible();
  const shown = page.getByRole('button', { name: 'Copy webhook URL' });
  const { pathname } = new URL((await shown.textContent()) ?? '');
  await page.reload();
  await expect(page.getByText('The URL is shown only when it’s created.')).toBeVisible();
  await expect(shown).toHaveCount(0);

  // Once the page has begun to listen it reads again, and would find what is created before that reading.
  const readAgain = page.waitForResponse(/\/withdrawal-requests\?.*created_from=/);
  await page.goto('/withdrawals?limit=25');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await (await readAgain).finished();
  const { request_id: id } = await createWithdrawalByApi(page);
  const news = page.getByRole('button', { name: /^\d+ new withdrawals?$/ });
  await expect(news).toHaveCount(0);
  const event = { hash: 'made-up', amount: '999999', currency: 'USDT', direction: 'in', external_id: id };
  const answer = await page.request.post(pathname, { headers: fromOwnPage, data: event });
  expect(await answer.json()).toEqual({ result: 'success' });
  // Lists read again every 15 seconds.
  await expect(news).toBeVisible({ timeout: 5_000 });
  await expect(page.getByText('made-up')).toHaveCount(0);
  await news.click();
  await expect(page.locator(`tr[data-row="${id}"]`)).toBeVisible();

  await page.goto('/incoming-events');
  await page.getByRole('rowheader').first().getByRole('link').click();
  await page.getByRole('dialog', { name: 'Event' }).getByRole('button', { name: 'Replay' }).click();
  await expect(page.getByText('Event replayed. Open pages are reloading their data.')).toBeVisible();
});
