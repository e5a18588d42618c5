import type { QueryClient } from '@tanstack/react-query';
import { prefetchHistory } from '../../list/prefetch-history.ts';
import { amlChecks } from './aml.history.ts';

/** Asks for the rows of an address. */
export function loadAmlChecks(queryClient: QueryClient, url: string): null {
  return prefetchHistory(queryClient, amlChecks, 'transactions:read', url);
}
