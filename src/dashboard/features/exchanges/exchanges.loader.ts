import type { QueryClient } from '@tanstack/react-query';
import { prefetchHistory } from '../../list/prefetch-history.ts';
import { exchanges } from './exchanges.history.ts';

/** Asks for the rows of an address. */
export function loadExchanges(queryClient: QueryClient, url: string): null {
  return prefetchHistory(queryClient, exchanges, 'exchanges:read', url);
}
