import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { walletRoom } from './attention.queries.ts';

afterEach(() => vi.unstubAllGlobals());

/** Answers as a provider with so many wallets on each network does, 21 on any that isn’t named; `''`: on all together. */
function countsOf(used: Readonly<Record<string, number>>): URL[] {
  const asked: URL[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    const url = new URL(path, 'http://console.example');
    asked.push(url);
    const count = used[url.searchParams.get('network') ?? ''] ?? 21;
    const wallets = Array.from({ length: Number(url.searchParams.get('limit')) }, (_, index) => ({
      address: `address ${index}`,
    }));
    const data = { user_id: 'u', count, wallets };
    return Response.json({ code: '200', error_code: null, error_message: null, data });
  });
  return asked;
}

it('lists networks with little room for wallets, with how many are used', async () => {
  countsOf({ '': 1024, trx: 500, eth: 482 });
  expect(await new QueryClient().fetchQuery(walletRoom)).toEqual({
    wallets: 1024,
    items: [
      {
        kind: 'limit',
        count: 500,
        label: 'of 500 wallets on Tron',
        detail: 'no room for another',
        to: '/wallets?network=trx',
      },
      {
        kind: 'limit',
        count: 482,
        label: 'of 500 wallets on Ethereum',
        detail: 'room for 18 more',
        to: '/wallets?network=eth',
      },
    ],
  });
});

it('asks about no network where all wallets together are far from the limit of one', async () => {
  const asked = countsOf({ '': 449 });
  expect(await new QueryClient().fetchQuery(walletRoom)).toEqual({ wallets: 449, items: [] });
  expect(asked).toHaveLength(1);
});
