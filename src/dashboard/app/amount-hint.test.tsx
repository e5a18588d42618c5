import { afterEach, expect, it, vi } from 'vitest';
import { showPage } from './testing-page.tsx';

afterEach(() => vi.unstubAllGlobals());

const service = '/api/prod/v1';
const meta = { limit: 50, offset: 0, total: 0 };

/** The lists that can be searched for an amount by mistake, by what is searched. Nothing is found. */
const lists = [
  ['/transactions?search', `${service}/transactions`, { count: 0, transactions: [] }],
  ['/exchanges?transaction_id', `${service}/exchange-transactions`, { count: 0, transactions: [] }],
  ['/withdrawals?search', `${service}/withdrawal-requests`, { success: true, data: [], meta }],
  ['/books/entries?reference', '/console/ledger-entries', { count: 0, entries: [] }],
] as const;

const hint = /Search covers [^<]+, not amounts\. To find an amount, /;

/** What describes the search field, and the whole page. */
async function search(parameter: string, path: string, data: object, text: string) {
  const { html } = await showPage(`${parameter}=${encodeURIComponent(text)}`, {}, { [path]: data });
  const [field = ''] = /<input[^>]*aria-label="Find by [^>]*>/.exec(html) ?? [];
  const [, id = ''] = /aria-describedby="([^"]*)"/.exec(field) ?? [];
  const description = id === '' ? undefined : html.split(` id="${id}"`)[1]?.replace(/^[^>]*>/, '');
  return { field, description: description?.split('</span>')[0], html };
}

it.each(lists)('%s=… with an amount says what search covers, and how to find an amount', async (...list) => {
  const { field, description } = await search(...list, '1,250.50 usdt');
  expect(field).toContain('value="1,250.50 usdt"');
  expect(description).toMatch(hint);
});

it.each(lists)('%s=… with an ID says nothing of amounts', async (...list) => {
  const { field, html } = await search(...list, 'tx_1250');
  expect(field).toContain('value="tx_1250"');
  expect(html).not.toMatch(hint);
});
