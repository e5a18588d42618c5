import { expect, type Page } from '@playwright/test';

const header = 'source,network,currency,recipient,amount,fee_included,comment,external_id';

/** Opens the page for lists of withdrawals, and gives it a file with these rows. */
export async function giveList(page: Page, rows: readonly string[]): Promise<void> {
  await page.goto('/withdrawals/import');
  const buffer = Buffer.from([header, ...rows].join('\r\n'));
  await page.getByLabel('CSV file').setInputFiles({ name: 'salaries.csv', mimeType: 'text/csv', buffer });
}

/** Waits until the list is checked. Every row is looked up. */
export async function reviewed(page: Page): Promise<void> {
  const heading = page.getByRole('heading', { name: 'Review import' });
  await expect(heading).toBeFocused({ timeout: 150_000 });
}

/** Answers what is asked, and sends the list. */
export async function sendList(page: Page): Promise<void> {
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: /^Submit \d+ withdrawals?$/ }).click();
}

/** Waits until the list is sent and returns the result's text. */
export async function resultOf(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { name: 'Import results' })).toBeFocused({
    timeout: 200_000,
  });
  const notice = page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: 'submitted' });
  return (await notice.textContent()) ?? '';
}

type Request = { request_id: string; external_id: string; amount: string };

/** Every request of the account whose external id begins so, as the service lists them. */
export async function requestsBeginning(page: Page, beginning: string): Promise<Request[]> {
  const found: Request[] = [];
  for (let offset = 0; ; offset += 300) {
    const response = await page.request.get(`/api/prod/v1/withdrawal-requests?limit=300&offset=${offset}`);
    const { data } = (await response.json()) as { data: { data: Request[]; meta: { total: number } } };
    found.push(...data.data);
    if (offset + 300 >= data.meta.total) return found.filter((one) => one.external_id.startsWith(beginning));
  }
}
