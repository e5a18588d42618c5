import { randomBytes } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { fromOwnPage, whileWaitedFor } from './fixtures.ts';

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

/** Re-checks a subject that already has a report, waits for the new one, and returns the address of its page. */
export async function checkAgain(page: Page, value: string): Promise<string> {
  await page.goto(`/aml?value=${value}&on=eth`);
  await page
    .getByRole('combobox', { name: 'Reuse a recent report' })
    .selectOption('Always start a new check');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page).toHaveURL(/\/aml\/[\w-]+$/);
  await awaitReport(page);
  return new URL(page.url()).pathname;
}

/** What a provider found, in percent of all funds, and what the account's rules say about each. */
export type HandMade = {
  score: string;
  band: 'low' | 'medium' | 'high' | 'severe';
  categories: { name: string; share: string; severity: 'low' | 'medium' | 'high' | 'severe' | null }[];
};

/** Lets the reports on these pages say what a test says. */
export async function changeReports(page: Page, reports: Readonly<Record<string, HandMade>>): Promise<void> {
  const madeOf = (check: Checked) => reports[`/aml/${check.id}`];
  const changed = (check: Checked): Checked => {
    const made = madeOf(check);
    if (made === undefined) return check;
    const known = { direct_share: null, is_direct_hit: false, counts: true };
    const categories = made.categories.map((category) => ({ ...category, ...known }));
    return { ...check, score: made.score, band: made.band, is_not_found: false, categories };
  };
  await changeAnswers(page, ({ check, report, others, ...answer }) => {
    const read = JSON.parse(report) as { data: { aml_score: number; params: Record<string, unknown> } };
    const made = madeOf(check);
    if (made !== undefined) {
      read.data.aml_score = Number(made.score);
      read.data.params['types_of_funding'] = Object.fromEntries(
        made.categories.map(({ name, share }) => [name, Number(share)]),
      );
      delete read.data.params['direct_exposure'];
    }
    return {
      ...answer,
      check: changed(check),
      others: others.map(changed),
      report: JSON.stringify(read),
    };
  });
}

/** Lets the page of a check believe this of it. */
export async function changeChecks(page: Page, change: Readonly<Record<string, unknown>>): Promise<void> {
  await changeAnswers(page, (answer) => ({ ...answer, check: { ...answer.check, ...change } }));
}

type Checked = {
  id: string;
  score: unknown;
  band: unknown;
  is_not_found: boolean;
  categories: unknown;
};
type OneCheck = { check: Checked; others: Checked[]; report: string; decisions: unknown };

async function changeAnswers(page: Page, change: (answer: OneCheck) => OneCheck): Promise<void> {
  await page.route(
    (url) => url.pathname === '/console/aml/checks/one',
    async (route) => {
      await whileWaitedFor(async () => {
        const response = await route.fetch();
        const answer = (await response.json()) as { data: OneCheck };
        await route.fulfill({ response, json: { ...answer, data: change(answer.data) } });
      });
    },
  );
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
