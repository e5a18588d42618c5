import { expect } from '@playwright/test';
import { limitPermissions } from './fixtures.ts';
import type { Screen } from './screen.ts';
import { createWithdrawalByApi } from './withdrawal-tasks.ts';

export const activityLogScreens: Screen[] = [
  {
    name: 'activity log',
    async show(page) {
      await page.goto('/activity-log?limit=8');
      await expect(page.getByRole('rowheader').first()).toBeVisible();
      await expect(page.getByRole('combobox', { name: 'Action' })).toBeVisible();
    },
  },
  {
    name: 'one entry of the activity log',
    async show(page) {
      const { request_id: id } = await createWithdrawalByApi(page);
      await page.goto(`/activity-log?search=${id}`);
      await page.getByRole('rowheader').first().getByRole('link').click();
      const entry = page.getByRole('dialog', { name: 'Entry' });
      await expect(entry.getByRole('link', { name: 'Withdrawal', exact: true })).toBeVisible();
      await expect(entry.getByText('Hash chain')).toBeVisible();
    },
  },
  {
    name: 'activity log that no filter matches',
    async show(page) {
      await page.goto('/activity-log?search=nothing-is-called-so');
      await expect(page.getByText('No matches')).toBeVisible();
    },
  },
  {
    name: 'activity log without the permission',
    async show(page) {
      await limitPermissions(page, []);
      await page.goto('/activity-log');
      await expect(
        page.getByText('Your API key doesn’t have the transactions:read permission.'),
      ).toBeVisible();
    },
  },
];
