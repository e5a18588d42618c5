import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getUserBalances } from '#contract/wallet-service/balances.ts';
import { listTransactions } from '#contract/wallet-service/transactions.ts';
import { readSettings } from '#contract/gateway/settings.ts';
import { keyOf, readingWholeList } from '#dashboard/api/queries.ts';
import { followMovements } from './follow-movements.ts';
import { setLive } from './live-setting.ts';

let client: QueryClient;
let announce: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  followMovements(client, (hear) => {
    announce = hear;
    return () => undefined;
  });
});
afterEach(() => {
  setLive(true);
  client.clear();
  vi.useRealTimers();
});

/** Shows what a query reads, which takes so long, and counts how often it is read. */
function show(queryKey: ReturnType<typeof keyOf>, { takesMs = 10, meta = {} } = {}) {
  const read = vi.fn<() => Promise<string>>(
    async () => new Promise((resolve) => setTimeout(() => resolve('data'), takesMs)),
  );
  client.setQueryData(queryKey, 'data');
  new QueryObserver(client, { queryKey, queryFn: read, staleTime: 60_000, meta }).subscribe(() => undefined);
  return read;
}

it('reads at once what a movement changes, and nothing else', async () => {
  const transactions = show(keyOf(listTransactions, { page: {} }));
  const balances = show(keyOf(getUserBalances));
  const settings = show(keyOf(readSettings));
  const sums = show(keyOf(listTransactions, { sums: {} }), { meta: readingWholeList });
  announce();
  await vi.advanceTimersByTimeAsync(100);
  expect([transactions, balances, settings, sums].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0, 0]);
});

it('reads once more for all that is announced while it reads, and again no sooner than half a second later', async () => {
  const read = show(keyOf(listTransactions, { page: {} }), { takesMs: 300 });
  for (let index = 0; index < 10_000; index += 1) announce();
  await vi.advanceTimersByTimeAsync(200);
  for (let index = 0; index < 10_000; index += 1) announce();
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(550);
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(read).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).toHaveBeenCalledTimes(2);
});

it('leaves what is paused as it is', async () => {
  const read = show(keyOf(listTransactions, { page: {} }));
  setLive(false);
  announce();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(read).not.toHaveBeenCalled();
  setLive(true);
  announce();
  await vi.advanceTimersByTimeAsync(100);
  expect(read).toHaveBeenCalledTimes(1);
});
