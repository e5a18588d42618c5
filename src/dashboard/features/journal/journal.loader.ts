import type { QueryClient } from '@tanstack/react-query';
import { prefetchHistory } from '../../list/prefetch-history.ts';
import { journal } from './journal.history.ts';

/** Asks for the rows of an address. */
export function loadJournal(queryClient: QueryClient, url: string): null {
  return prefetchHistory(queryClient, journal, 'transactions:read', url);
}
