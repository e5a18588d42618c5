import type { QueryClient } from '@tanstack/react-query';
import { prefetchHistory } from '../../list/prefetch-history.ts';
import { withdrawals } from './withdrawals.history.ts';

/** Asks for the rows of an address. */
export function loadWithdrawals(queryClient: QueryClient, url: string): null {
  return prefetchHistory(queryClient, withdrawals, 'withdrawals:read', url);
}
