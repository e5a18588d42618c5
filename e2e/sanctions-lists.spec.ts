import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { signIn } from './fixtures.ts';
import { test } from './own-server.ts';

test.use({ serverFor: 'rates and sanctions lists' });

test('compliance loads a sanctions list, and an address on it is named with the list before any check', async ({
  page,
}) => {
  const listed = `0x${randomBytes(20).toString('hex')}`;
  await signIn(page, 'sandbox-compliance');
  // Below the AML rules, where the overview's link leads.
  await page.goto('/settings/aml#sanctions-lists');
  await expect(page.getByRole('heading', { name: 'Sanctions lists' })).toBeInViewport();
  const form = page.getByRole('form', { name: 'Load a sanctions list' });
  await form.getByLabel('List name').fill('House list');
  await form.getByLabel('List date').fill('2026-01-02');
  await form.locator('input[type=file]').setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`network,address,entity\neth,${listed},A group\n`),
  });
  await form.getByRole('button', { name: 'Load list' }).click();
  const lists = page.getByRole('list', { name: 'Loaded sanctions lists' });
  await expect(lists.getByText('House list (2026-01-02, 1 address)')).toBeVisible();

  await page.goto(`/aml?value=${listed}&on=eth`);
  await expect(page.getByText('On House list')).toBeVisible();
});
