import { expect } from '@playwright/test';
import { changeReports, checkAgain, checkWhole, newAddress } from './aml-tasks.ts';
import { signIn } from './fixtures.ts';
import { test } from './warm-test.ts';

test('two reports of one subject show side by side: inflow, outflow, what changed, and the rest up to 100', async ({
  page,
}) => {
  await signIn(page, 'sandbox-compliance');
  const address = newAddress();
  const first = await checkWhole(page, address);
  const second = await checkAgain(page, address);
  await changeReports(page, {
    [first]: {
      score: '40',
      band: 'medium',
      categories: [
        { name: 'exchange', share: '70.25', severity: 'low' },
        { name: 'mixer', share: '9.75', severity: 'high' },
      ],
    },
    [second]: {
      score: '52.5',
      band: 'severe',
      categories: [
        { name: 'exchange', share: '61.2', severity: 'low' },
        { name: 'quantum ring', share: '22.5', severity: null },
        { name: 'sanctions', share: '24', severity: 'severe' },
      ],
    },
  });

  await page.goto(second);
  const sides = page.getByRole('table', { name: 'Two reports side by side' });
  await expect(sides.getByRole('row', { name: 'Score (+12.5) Medium 40 Severe 52.5' })).toBeVisible();
  await expect(sides.getByRole('row', { name: 'quantum ring added — 22.5%' })).toBeVisible();
  await expect(sides.getByRole('row', { name: 'sanctions added — 24%' })).toBeVisible();
  await expect(sides.getByRole('row', { name: 'mixer removed 9.75% —' })).toBeVisible();
  await expect(sides.getByRole('row', { name: 'exchange changed 70.25% 61.2%' })).toBeVisible();
  await expect(sides.getByText('Sources: no changes')).toBeVisible();
  await expect(page.getByText('The score rose from 40 to 52.5')).toBeVisible();

  // Shares that add up to more than 100, and a category that no rule knows.
  const categories = page.getByRole('table', { name: 'Exposure by category' });
  await expect(categories.getByRole('row', { name: 'quantum ring Unknown 22.5%' })).toBeVisible();
  await expect(categories.getByRole('row', { name: 'Above 100% — 7.7%' })).toBeVisible();
  await expect(page.getByText('Not in your AML rules: quantum ring (22.5%)')).toBeVisible();

  // The earlier one is compared with the later one, in the same order.
  await page.goto(first);
  await expect(sides.getByRole('row', { name: 'Score (+12.5) Medium 40 Severe 52.5' })).toBeVisible();
  await expect(sides.getByRole('row', { name: 'mixer removed 9.75% —' })).toBeVisible();
  await expect(categories.getByRole('row', { name: 'Remainder — 20%' })).toBeVisible();
});
