import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { gatewayOperations } from '#contract/gateway/operations.ts';
import { isChange } from '#contract/operation.ts';
import { getUserBalances } from '#contract/wallet-service/balances.ts';
import { walletServiceOperations } from '#contract/wallet-service/operations.ts';
import { listTransactions } from '#contract/wallet-service/transactions.ts';
import { listWallets } from '#contract/wallet-service/wallets.ts';
import { deleteWallet, renameWallet } from '#contract/wallet-service/wallet-changes.ts';
import { refreshAfter } from './changes.ts';
import { keyOf } from './queries.ts';
import { changeIds } from './stale.ts';

it('says about every changing operation what it makes stale', () => {
  const changing = [...walletServiceOperations, ...gatewayOperations].filter(isChange);
  expect(changeIds.toSorted()).toEqual(changing.map(({ id }) => id).toSorted());
});

describe('after a change', () => {
  let client: QueryClient;
  beforeEach(() => {
    client = new QueryClient();
  });

  /** Shows what a query reads, as a page does; counts how often that is read. */
  function show(queryKey: ReturnType<typeof keyOf>, staleTime: number | 'static' = 60_000) {
    const queryFn = vi.fn<() => string>(() => 'data');
    client.setQueryData(queryKey, 'data');
    new QueryObserver(client, { queryKey, queryFn, staleTime }).subscribe(() => undefined);
    return queryFn;
  }

  it('refetches what it makes stale, including derived data, and nothing else', async () => {
    const names = show(keyOf(listWallets, { part: 'names' }));
    const several = show(keyOf([getUserBalances, listWallets], { part: 'room' }));
    const balances = show(keyOf(getUserBalances));
    const transactions = show(keyOf(listTransactions, { query: {} }));
    await refreshAfter(client, renameWallet);
    expect([names, several, balances, transactions].map(({ mock }) => mock.calls.length)).toEqual([
      1, 1, 0, 0,
    ]);
  });

  it('does not refetch what the change has deleted, but marks it as stale', async () => {
    const gone = keyOf(listWallets, { row: 'T1' });
    const [deleted, other] = [show(gone), show(keyOf(listWallets, { row: 'T2' }))];
    await refreshAfter(client, deleteWallet, gone);
    expect([deleted, other].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
    expect(client.getQueryState(gone)?.isInvalidated).toBe(true);
  });

  it('does not refetch what never changes, or only changes on request', async () => {
    const read = show(keyOf(listWallets, { sums: {} }), 'static');
    await refreshAfter(client, renameWallet);
    expect(read).not.toHaveBeenCalled();
  });
});
