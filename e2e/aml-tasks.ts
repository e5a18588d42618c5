import { randomBytes } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { fromOwnPage } from './fixtures.ts';

/** An Ethereum address without any check. */
export function newAddress(): string {
  return `0x${randomBytes(20).toString('hex')}`;
}

export const subjectField = (page: Page) => page.getByRole('textbox', { name: 'Address or transaction ID' });

/** Starts a check through the page, as a person does; gives the address of its page. */
export async function startCheck(page: Page, value: string): Promise<string> {
  await page.goto('/aml?limit=5');
  await subjectField(page).fill(value.startsWith('0x') ? `eth:${value}` : value);
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

export type Subject = { network: string; value: string };

/** The subjects that are unscreened and not being checked. */
export async function neverChecked(page: Page, subjects: readonly Subject[]): Promise<Subject[]> {
  const response = await page.request.post('/console/aml/results', {
    headers: fromOwnPage,
    data: { subjects },
  });
  const { data } = (await response.json()) as {
    data: { results: { last: object | null; is_running: boolean }[] };
  };
  return subjects.filter((_, index) => {
    const result = data.results[index];
    return result?.last === null && !result.is_running;
  });
}

/** The cell of the AML column, of the first row of the list. */
export async function amlCell(page: Page): Promise<Locator> {
  const heads = page.getByRole('columnheader');
  await expect(heads.filter({ hasText: 'AML' })).toHaveCount(1);
  const names = await heads.allTextContents();
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
  return row.first().locator('> *').nth(names.indexOf('AML'));
}
