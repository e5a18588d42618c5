import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useOutletContext, useParams } from 'react-router';
import { walletQueries } from '../wallets.queries.ts';

/** The wallet that the page's address names. */
export function useWallet() {
  const { address = '' } = useParams();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(walletQueries.detail(queryClient, address));
  return { address, lookup: data?.lookup, row: data?.row, error, refetch };
}

/** What the page passes to a dialog about one wallet. */
export type DrawerContext = {
  /** Where closing leads: to the drawer when that was open before, else to the list. */
  closeTo: string;
};

export function useDrawerContext(): DrawerContext {
  return useOutletContext<DrawerContext>();
}
