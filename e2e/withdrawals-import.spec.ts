import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { namesWithArticle } from '../src/domain/address-check.ts';
import { networksOfScheme } from '../src/domain/networks.ts';
import { newAddress } from './create-tasks.ts';
import { signIn } from './fixtures.ts';
import { giveList, requestsBeginning, resultOf, reviewed, sendList } from './import-tasks.ts';
import { addressOfNewTab } from './new-tab.ts';
import { test } from './own-server.ts';

test.use({ serverFor: 'lists of withdrawals' });
// All tests share one account: each recognizes its requests by the prefix of their external ids.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

const postPath = '**/api/prod/v1/withdrawal-request';

/** Rows to a few new recipients, no two of them alike. */
function rowsOf(count: number): string[] {
  const recipients = Array.from({ length: 5 }, () => newAddress());
  return Array.from(
    { length: count },
    (_, index) =>
      `pool,bnb,USDT,${recipients[index % 5]},5.${String(index + 1).padStart(4, '0')},,Row ${index},`,
  );
}

/** Has the external ids of a reviewed list begin so, which the file leaves out. */
async function beginIdsWith(page: Page, beginning: string): Promise<void> {
  await page.getByLabel('Prefix for generated references').fill(beginning);
  await page.getByRole('button', { name: 'Apply prefix' }).click();
  await expect(page.getByRole('button', { name: 'Apply prefix' })).toHaveCount(0);
  await reviewed(page);
}

/** As many as one list may have take a minute and a half. */
const total = process.env['LONG_TESTS'] === '1' ? 500 : 30;

test('a list of withdrawals, interrupted and resumed in a new tab, makes each request once', async ({
  page,
}) => {
  test.setTimeout(480_000);
  await signIn(page, 'sandbox-admin');
  await giveList(page, rowsOf(total));
  await reviewed(page);
  await expect(
    page.getByText(`${total} of ${total} rows will be submitted. Nothing has been sent yet.`),
  ).toBeVisible();
  const answered = total * 0.4;
  let sent = 0;
  const { promise: interrupted, resolve: interrupt } = Promise.withResolvers<void>();
  await page.route(postPath, async (route) => {
    sent += 1;
    if (sent <= answered) return route.continue();
    await route.fetch();
    // The answer never comes.
    return interrupt();
  });
  await sendList(page);
  await interrupted;
  // Simulates a killed browser: nothing of the page runs any more.
  await page.close({ runBeforeUnload: false });

  const next = await page.context().newPage();
  await next.goto('/withdrawals/import');
  await expect(next.getByRole('heading', { name: 'Interrupted import' })).toBeVisible();
  const made = (await requestsBeginning(next, 'csv-')).length;
  expect(made).toBe(answered + 1);
  await next.getByRole('button', { name: 'Resume' }).click();
  await reviewed(next);
  const known = next.getByRole('region', { name: /^Already submitted/ }).getByRole('table');
  await expect(known).toHaveAccessibleName(`Already submitted: ${made}`);
  await sendList(next);
  expect(await resultOf(next)).toBe(`${total - made} submitted, ${made} already submitted.`);

  const requests = await requestsBeginning(next, 'csv-');
  expect(requests).toHaveLength(total);
  expect(new Set(requests.map(({ external_id: id }) => id)).size).toBe(total);
  expect(new Set(requests.map(({ amount }) => amount)).size).toBe(total);
  await next.reload();
  await expect(next.getByRole('button', { name: 'Choose a CSV file' })).toBeVisible();
  await expect(next.getByText('Interrupted import')).toHaveCount(0);
});

test('two tabs that resume the same list make each request once, and both say so', async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, 'sandbox-admin');
  await giveList(page, rowsOf(12));
  await reviewed(page);
  await beginIdsWith(page, 'tabs');
  let sent = 0;
  const stopping = Promise.withResolvers<void>();
  await page.route(postPath, async (route) => {
    sent += 1;
    // The third is under way until the test clicks Stop.
    if (sent === 3) await stopping.promise;
    return route.continue();
  });
  await sendList(page);
  await expect(page.getByText('2 of 12')).toBeVisible();
  // Nothing asks about an import that has ended meanwhile.
  await page.getByRole('link', { name: 'Balances', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Stop the import?');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  stopping.resolve();
  expect(await resultOf(page)).toBe('3 submitted, 9 not tried.');
  await expect(question).toBeHidden();

  const tabs = await Promise.all([page.context().newPage(), page.context().newPage()]);
  let begun = 0;
  const { promise: bothBegin, resolve: begin } = Promise.withResolvers<void>();
  for (const tab of tabs) {
    // Neither gets ahead of the other before both send.
    await tab.route(postPath, async (route) => {
      begun += 1;
      if (begun === tabs.length) begin();
      await bothBegin;
      return route.continue();
    });
    await tab.goto('/withdrawals/import');
    await tab.getByRole('button', { name: 'Resume' }).click();
    await reviewed(tab);
  }
  await Promise.all(tabs.map(sendList));
  for (const tab of tabs) {
    expect(await resultOf(tab)).toMatch(/^\d+ submitted.*, \d+ already submitted\.$/);
    await expect(tab.getByText(/^Not submitted/)).toHaveCount(0);
  }
  const requests = await requestsBeginning(page, 'tabs-');
  expect(requests).toHaveLength(12);
  expect(new Set(requests.map(({ amount }) => amount)).size).toBe(12);
});

test('reports each wrong row, and sends none before the questions are answered', async ({ page }) => {
  await signIn(page, 'sandbox-admin');
  const [one, other] = [newAddress('facade', 'beef02'), newAddress('facade', 'beef02')];
  await giveList(page, [
    `pool,bnb,USDT,${one},6,,,look-1`,
    `pool,bnb,USDT,${other},6,,,look-2`,
    `pool,bnb,USDT,${one},6.0,,,look-3`,
    `pool,trx,USDT,${one},60,,,look-4`,
    `pool,bnb,USDT,${one},6.1,,,look-1`,
    `pool,bnb,USDT,${one},4,,,look-6`,
  ]);
  await reviewed(page);
  const wrong = page.getByRole('region', { name: 'Errors: 3' });
  await expect(wrong.getByRole('row').nth(1)).toContainText(
    new RegExp(`^5.*recipient: this is ${namesWithArticle(networksOfScheme('evm'))} address`),
  );
  await expect(wrong.getByRole('row').nth(2)).toContainText(/^6.*external_id: duplicate of line 2/);
  await expect(wrong.getByRole('row').nth(3)).toContainText(/^7.*amount: enter at least 5, the minimum/);
  const sums = page.getByRole('region', { name: 'Summary' }).getByRole('row').nth(1);
  await expect(sums).toContainText(/3 *18 USDT *0\.9 USDT *17\.1 USDT/);

  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/withdrawal-request')) sent += 1;
  });
  const send = page.getByRole('button', { name: 'Submit 3 withdrawals' });
  await send.click();
  const boxes = page.getByRole('checkbox');
  // Two that look like each other, two rows that are the same payment, and that both are new.
  await expect(boxes).toHaveCount(4);
  await expect(boxes.first()).toBeFocused();
  await expect(page.getByRole('group', { name: /^Some rows pay the same amount/ })).toContainText(
    /lines 2 and 4/,
  );
  for (const index of [0, 1, 2]) await boxes.nth(index).check();
  await send.click();
  await expect(boxes.nth(3)).toBeFocused();
  expect(sent).toBe(0);
  await boxes.nth(3).check();
  await send.click();
  expect(await resultOf(page)).toBe('3 submitted, 3 skipped.');
  expect(await requestsBeginning(page, 'look-')).toHaveLength(3);
});

test('shows the service’s words for a row that it refuses, looks up a lost response, and tries again', async ({
  page,
}) => {
  await signIn(page, 'sandbox-admin');
  const rows = rowsOf(4).map((row, index) => `${row}retry-${index}`);
  await giveList(page, rows);
  await reviewed(page);
  let refusals = 0;
  await page.route(postPath, async (route) => {
    const body = route.request().postData() ?? '';
    if (body.includes('"retry-1"') && refusals === 0) {
      refusals += 1;
      const answer = { code: '409', error_code: 'request', error_message: 'Not at this hour', data: null };
      return route.fulfill({ status: 409, json: answer });
    }
    if (!body.includes('"retry-2"')) return route.continue();
    // It was made, and the answer is lost.
    await route.fetch();
    return route.abort('connectionreset');
  });
  await sendList(page);
  expect(await resultOf(page)).toBe('3 submitted, 1 refused.');
  await expect(page.getByRole('region', { name: 'Not submitted: 1' })).toContainText('Not at this hour.');

  await page.getByRole('button', { name: 'Try 1 row again' }).click();
  expect(await resultOf(page)).toBe('4 submitted.');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download results' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  const requests = await requestsBeginning(page, 'retry-');
  expect(requests).toHaveLength(4);
  for (const { external_id: id, request_id: requestId } of requests) {
    expect(csv).toMatch(new RegExp(`,${id},\\d,submitted,${requestId},\r\n`));
  }
  const submitted = page.getByRole('region', { name: 'Submitted: 4' });
  const address = await addressOfNewTab(page, /\/withdrawals\//, () =>
    submitted.getByRole('link', { name: 'retry-0' }).click(),
  );
  await page.goto(address);
  await expect(page.getByRole('dialog', { name: 'Withdrawal' })).toContainText('retry-0');
});

test('accepts pasted rows, offers a template, and opens from the list', async ({ page }) => {
  await signIn(page, 'sandbox-admin');
  await page.goto('/withdrawals');
  await page.getByRole('link', { name: 'Import CSV' }).click();
  await expect(page).toHaveURL('/withdrawals/import');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download template' }).click();
  const template = await readFile(await (await download).path(), 'utf8');
  await page.getByLabel('Or paste rows').fill(template.replaceAll(',', '\t'));
  await page.getByRole('button', { name: 'Review rows' }).click();
  await reviewed(page);
  await expect(page.getByRole('region', { name: 'Errors: 1' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Submit/ })).toHaveCount(0);
  await expect(page.getByText('One row has errors and will be skipped. Edit the rows.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit rows' }).click();
  await expect(page.getByLabel('Or paste rows')).toHaveValue(
    template.replaceAll(',', '\t').replaceAll('\r\n', '\n'),
  );
  await expect(page.getByLabel('Or paste rows')).toBeFocused();
});
