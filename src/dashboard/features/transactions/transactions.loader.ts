import type { QueryClient } from '@tanstack/react-query';
import { prefetchHistory } from '../../list/prefetch-history.ts';
import { transactions } from './transactions.history.ts';

/** Asks for the rows of an address. */
export function loadTransactions(queryClient: QueryClient, url: string): null {
  return prefetchHistory(queryClient, transactions, 'transactions:read', url);
}
