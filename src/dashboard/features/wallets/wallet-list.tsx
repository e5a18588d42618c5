import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconWallet } from '@tabler/icons-react';
import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { groupDigits } from '../../lib/digits.ts';
import { useListState } from '../../lib/use-list-state.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PermittedLink } from '../../ui/permitted-link.tsx';
import { usePermission } from '../session/use-permission.ts';
import { useWalletKeys } from './use-wallet-keys.ts';
import { walletColumns } from './wallet-columns.tsx';
import { WalletFilters } from './wallet-filters.tsx';
import { walletListQuery } from './wallet-list-query.ts';
import { newWalletPath, walletPath } from './wallet-paths.ts';
import { walletQueries, type WalletRow } from './wallets.queries.ts';
import classes from './wallets.module.css';

const rowId = ({ value }: WalletRow, index: number) => value.address ?? `row ${index}`;

export function WalletList() {
  const { query, page, isFiltered, change } = useListState(walletListQuery);
  const result = useQuery(walletQueries.list(query));
  const { search } = useLocation();
  const addressInput = useRef<HTMLInputElement>(null);
  const focusFilter = useCallback(() => addressInput.current?.select(), []);
  useWalletKeys(focusFilter);
  usePrefetchNextPage(query, result.isPlaceholderData ? undefined : result.data?.count);

  const count = result.data?.count;
  return (
    <>
      <div className={classes['toolbar']}>
        <WalletFilters
          query={query}
          rows={result.data?.rows ?? []}
          isFiltered={isFiltered}
          unfiltered={page.unfiltered}
          onChange={change}
          addressInput={addressInput}
        />
        {count !== undefined && (
          <p className={classes['count']}>
            {groupDigits(count)} {count === 1 ? 'wallet' : 'wallets'}
          </p>
        )}
      </div>
      <DataTable
        label="Wallets"
        columns={walletColumns}
        result={result}
        page={page}
        rowId={rowId}
        rowLink={({ value }) =>
          value.address === undefined ? undefined : { pathname: walletPath(value.address), search }
        }
        isFiltered={isFiltered}
        empty={<NoWallets />}
      />
    </>
  );
}

function NoWallets() {
  const mayWrite = usePermission('wallets:write');
  return (
    <EmptyState
      icon={<IconWallet size={20} />}
      title="No wallets yet"
      action={
        <PermittedLink to={newWalletPath} permission={mayWrite}>
          Create the first wallet
        </PermittedLink>
      }
    >
      A wallet is an address on one network that receives deposits. Create one, and its address and QR code
      are ready at once.
    </EmptyState>
  );
}

/** The next page is there before it is asked for. */
function usePrefetchNextPage(
  query: ReturnType<typeof useListState<typeof walletListQuery>>['query'],
  count: number | undefined,
) {
  const queryClient = useQueryClient();
  const { address, type, network, limit } = query;
  const offset = query.offset + limit;

  useEffect(() => {
    if (count === undefined || offset >= count) return;
    void queryClient.prefetchQuery(walletQueries.list({ address, type, network, limit, offset }));
  }, [queryClient, address, type, network, limit, offset, count]);
}
