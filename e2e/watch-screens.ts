import { expect } from '@playwright/test';
import type { Screen } from './screen.ts';
import { showWatches, watched } from './watch-tasks.ts';

export const watchScreens: Screen[] = [
  {
    name: 'monitoring with news and a spent budget',
    key: 'sandbox-compliance',
    async show(page) {
      await showWatches(page, watched);
      await page.goto('/aml/monitoring');
      await expect(page.getByRole('button', { name: 'Mark as read' })).toBeVisible();
    },
  },
  {
    name: 'monitoring without subjects, with an error at the field',
    key: 'sandbox-compliance',
    async show(page) {
      await showWatches(page, { watches: [], budget: { ...watched.budget, spent: 0 } });
      await page.goto('/aml/monitoring');
      await expect(page.getByRole('heading', { name: 'Nothing monitored yet' })).toBeVisible();
      await page.getByRole('button', { name: 'Monitor', exact: true }).click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
];
