import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lateTransactions } from './attention.queries.ts';

const now = new Date('2026-11-21T12:00:00Z');

let rows: { network: string; direction: string; minutesAgo: number }[] = [];
let asked: URL[] = [];

// The far side of the network: transactions in progress, oldest first.
function answer(address: string): Response {
  const url = new URL(address, 'http://console.example');
  asked.push(url);
  const query = url.searchParams;
  const matching = rows
    .map(({ network, direction, minutesAgo }) => {
      const at = new Date(now.getTime() - minutesAgo * 60_000);
      return { network, direction, at };
    })
    .filter(
      ({ network, direction, at }) =>
        (query.get('network') ?? network) === network &&
        (query.get('direction') ?? direction) === direction &&
        at.toISOString() <= (query.get('created_to') ?? '9999'),
    )
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const data = {
    count: matching.length,
    transactions: matching.slice(0, Number(query.get('limit'))).map(({ network, direction, at }, index) => ({
      transaction_id: `tx_${index}`,
      network,
      direction,
      status: 'in_progress',
      amount: '1',
      currency: 'USDT',
      sender_wallet: 'a',
      recipient_wallet: 'b',
      hash: 'c',
      fee: '0',
      created_at: at.toISOString(),
    })),
  };
  return Response.json({ code: '200', error_code: null, error_message: null, data });
}

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  vi.stubGlobal('fetch', async (url: string) => answer(url));
  asked = [];
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const found = async () =>
  (await new QueryClient().fetchQuery(lateTransactions))?.items.map(({ count, label, detail, to }) => {
    const { searchParams } = new URL(to, 'http://console.example');
    const { created_to: until, ...search } = Object.fromEntries(searchParams);
    return { count, label, detail, search, until };
  });

it('lists late transactions by network and direction, each by its own fixed limit', async () => {
  rows = [
    { network: 'trx', direction: 'in', minutesAgo: 29 },
    { network: 'trx', direction: 'in', minutesAgo: 31 },
    { network: 'trx', direction: 'out', minutesAgo: 45 },
    { network: 'trx', direction: 'out', minutesAgo: 46 },
    { network: 'btc', direction: 'in', minutesAgo: 300 },
    { network: 'btc', direction: 'out', minutesAgo: 300 },
    { network: 'doge', direction: 'in', minutesAgo: 99_999 },
  ];
  expect(await found()).toEqual([
    {
      count: 1,
      label: 'late incoming transaction on Tron',
      detail: 'in progress over 30 min',
      search: { status: 'in_progress', network: 'trx', direction: 'in' },
      until: '2026-11-21T11:29:59.999999Z',
    },
    {
      count: 2,
      label: 'late outgoing transactions on Tron',
      detail: 'in progress over 30 min',
      search: { status: 'in_progress', network: 'trx', direction: 'out' },
      until: '2026-11-21T11:29:59.999999Z',
    },
    {
      count: 1,
      label: 'late outgoing transaction on Bitcoin',
      detail: 'in progress over 3 h',
      search: { status: 'in_progress', network: 'btc', direction: 'out' },
      until: '2026-11-21T08:59:59.999999Z',
    },
  ]);
});

it('asks for nothing but transactions, and once where all that are in progress fit on one page', async () => {
  rows = Array.from({ length: 300 }, () => ({ network: 'eth', direction: 'in', minutesAgo: 61 }));
  expect(await found()).toMatchObject([{ count: 300, label: 'late incoming transactions on Ethereum' }]);
  expect(asked.map(({ pathname }) => pathname)).toEqual(['/api/prod/v1/transactions']);

  rows = Array.from({ length: 700 }, () => ({ network: 'eth', direction: 'in', minutesAgo: 61 }));
  expect(await found()).toMatchObject([{ count: 700, label: 'late incoming transactions on Ethereum' }]);
  expect(new Set(asked.map(({ pathname }) => pathname))).toEqual(new Set(['/api/prod/v1/transactions']));
});
