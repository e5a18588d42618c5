import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

/** An Ethereum address that nobody has asked about. */
export function newAddress(): string {
  return `0x${randomBytes(20).toString('hex')}`;
}

export const subjectField = (page: Page) => page.getByRole('textbox', { name: 'Address or transaction id' });

/** Starts a check through the page, as a person does; gives the address of its page. */
export async function startCheck(page: Page, value: string): Promise<string> {
  await page.goto('/aml');
  await subjectField(page).fill(value);
  await subjectField(page).press('Enter');
  await expect(page).toHaveURL(/\/aml\/[\w-]+$/);
  return new URL(page.url()).pathname;
}

/** Waits until the check that is shown has its report. */
export async function awaitReport(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Finding' })).toBeVisible({ timeout: 40_000 });
}

/** Checks through the page, and waits for the report. */
export async function checkWhole(page: Page, value: string): Promise<string> {
  const path = await startCheck(page, value);
  await awaitReport(page);
  return path;
}
