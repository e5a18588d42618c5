import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { walletQueries } from '../wallets.queries.ts';

/** The wallet that the page's address names. */
export function useWallet() {
  const { address = '' } = useParams();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(walletQueries.detail(queryClient, address));
  return { address, lookup: data?.lookup, row: data?.row, error, refetch };
}
