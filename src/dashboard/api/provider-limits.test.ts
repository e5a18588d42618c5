import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listTransactions } from '#contract/wallet-service/transactions.ts';
import { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { call } from './client.ts';
import { forgetProviderLimits } from './provider-limits.ts';

let asked: string[] = [];

// The far side of the network: refuses what the test says.
function refuse(rules: Record<string, string>, mostRows = 300) {
  vi.stubGlobal('fetch', async (url: string) => {
    const query = new URL(url, 'http://console.example').searchParams;
    asked.push(query.toString());
    const refused = [...query.keys()].filter((name) => name in rules);
    if (Number(query.get('limit')) > mostRows) refused.push('limit');
    const data = Object.fromEntries(refused.map((name) => [name, rules[name] ?? `maximum ${mostRows}`]));
    return refused.length > 0
      ? Response.json({ code: '400', error_code: 'request', error_message: 'No', data }, { status: 400 })
      : Response.json({ code: '200', data: { count: 0, transactions: [], data: [] } });
  });
}

beforeEach(() => {
  asked = [];
  forgetProviderLimits();
});
afterEach(() => vi.unstubAllGlobals());

it('asks again without a parameter that the provider does not know, and leaves it out from then on', async () => {
  refuse({ network: 'unknown parameter', search: 'Unsupported parameter' });
  const query = { network: 'trx', search: 'abc', status: 'error' } as const;
  const list = await call(listTransactions, { query });
  expect(asked).toEqual(['network=trx&search=abc&status=error', 'status=error']);
  expect(list).toMatchObject({
    count: null,
    ignored: ['network', 'search'],
    refused: { network: 'unknown parameter', search: 'Unsupported parameter' },
  });
  await call(listTransactions, { query: { network: 'eth' } });
  expect(asked.at(-1)).toBe('');
  forgetProviderLimits();
  await call(listTransactions, { query: { network: 'eth' } });
  expect(asked.slice(3)).toEqual(['network=eth', '']);
});

it('leaves a value that the provider refuses to the person', async () => {
  refuse({ status: 'allowed: in_progress, completed, error' });
  await expect(call(listTransactions, { query: { status: 'error' } })).rejects.toThrow(ApiError);
  expect(asked).toHaveLength(1);
});

it('asks for fewer rows where a page is refused as too large, and remembers how many are given', async () => {
  refuse({}, 50);
  expect(await call(listWithdrawalRequests, { query: { limit: 300 } })).toMatchObject({ pageSize: 50 });
  expect(asked).toEqual(['limit=300', 'limit=100', 'limit=50']);
  await call(listWithdrawalRequests, { query: { limit: 300, offset: 50 } });
  expect(asked.at(-1)).toBe('limit=50&offset=50');
});
