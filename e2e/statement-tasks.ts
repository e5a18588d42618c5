import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { extractText } from 'unpdf';
import { decimal, type Decimal } from '../src/domain/decimal.ts';
import { formatAmount } from '../src/domain/format.ts';

/** The amounts of a statement's row, by column, from what copying them gives. */
export async function amountsOf(row: ReturnType<Page['getByRole']>): Promise<Map<string, Decimal>> {
  const cells = await row
    .locator('td')
    .evaluateAll((all) =>
      all.map((cell) => [
        cell.getAttribute('data-column') ?? '',
        (cell.querySelector('button')?.getAttribute('title') ?? '').replace(/^Copy /, ''),
      ]),
    );
  return new Map(cells.map(([column = '', text = '']) => [column, decimal(text)]));
}

/**
 * Saves the statement that the page shows as a PDF, and expects its totals to close with those on the screen. `part`: what it
 * says that it covers, where that isn’t the whole account.
 */
export async function savePdf(page: Page, part?: string): Promise<{ name: string }> {
  const shown: string[] = [];
  for (const table of await page.getByRole('table').all()) {
    const total = (await table.locator('tbody').getByRole('row').all()).at(-1);
    if (total) shown.push(formatAmount((await amountsOf(total)).get('closing') ?? decimal(0)));
  }
  expect(shown.length).toBeGreaterThan(0);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  if (part !== undefined) {
    await expect(page.getByText(`The file covers only what is shown: ${part}`)).toBeVisible();
  }
  await page.getByRole('button', { name: /^PDF/ }).click();
  const download = await downloading;
  const { text } = await extractText(new Uint8Array(await readFile(await download.path())), {
    mergePages: true,
  });
  const closings = Array.from(text.matchAll(/Closing ([−\d,.]+)/g), ([, amount]) => amount);
  for (const amount of shown) expect(closings).toContain(amount);
  expect(text.startsWith(part === undefined ? 'Statement ' : 'Partial statement ')).toBe(true);
  if (part !== undefined) expect(text).toContain(`Only ${part}`);
  return { name: download.suggestedFilename() };
}
