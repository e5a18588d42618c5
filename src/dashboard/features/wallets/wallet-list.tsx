import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconWallet } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { soon } from '../../lib/soon.ts';
import { useListState } from '../../lib/use-list-state.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PermittedLink } from '../../ui/permitted-link.tsx';
import { AmlCells, type CellOf, useReadable } from '../aml/column/aml-column.tsx';
import { useColumnLayout } from '../../list/use-column-layout.ts';
import { useSelection } from '../../list/use-selection.ts';
import { usePermission } from '../session/use-permission.ts';
import { useWalletKeys } from './use-wallet-keys.ts';
import { namedWalletColumns, walletColumns } from './wallet-columns.tsx';
import { walletListQuery } from './wallet-list-query.ts';
import { newWalletPath, walletPath } from './wallet-paths.ts';
import { type WalletPage, walletQueries, type WalletRow } from './wallets.queries.ts';
import classes from './wallets.module.css';

// Asked for at once, and not waited for: the rows need none of it.
export const toolsCode = soon(() => import('./wallet-toolbar.tsx'));
const WalletToolbar = lazy(async () => ({ default: (await toolsCode).WalletToolbar }));

const rowId = ({ value }: WalletRow, index: number) => value.address ?? `row ${index}`;

export function WalletList() {
  const list = useListState(walletListQuery);
  const { query, page, isFiltered } = list;
  const result = useQuery(walletQueries.list(query));
  const { search } = useLocation();
  const addressInput = useRef<HTMLInputElement>(null);
  const focusFilter = useCallback(() => addressInput.current?.select(), []);
  useWalletKeys(focusFilter);
  usePrefetchNextPage(query, result.isPlaceholderData ? undefined : result.data);

  const columns = useReadable(namedWalletColumns);
  const layout = useColumnLayout('wallets', columns);
  const [amlCells, setAmlCells] = useState<CellOf>();
  const rows = (result.data?.rows ?? []).map((row, index) => ({ id: rowId(row, index), row }));
  const selection = useSelection(rows.map(({ id }) => id));
  return (
    <>
      <Suspense fallback={<div className={classes['coming']} />}>
        <WalletToolbar
          list={list}
          rows={rows}
          count={result.data?.count ?? undefined}
          columns={columns}
          layout={layout}
          selection={selection}
          addressInput={addressInput}
          onAmlCells={setAmlCells}
        />
      </Suspense>
      <AmlCells value={amlCells}>
        <DataTable
          label="Wallets"
          columns={walletColumns}
          result={result}
          page={page}
          rowId={rowId}
          rowLink={({ value }) =>
            value.address === undefined ? undefined : { pathname: walletPath(value.address), search }
          }
          arrangement={layout.arrangement}
          selection={selection}
          isFiltered={isFiltered}
          empty={<NoWallets />}
        />
      </AmlCells>
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
  shown: WalletPage | undefined,
) {
  const queryClient = useQueryClient();
  const { address, type, network, limit } = query;
  const offset = query.offset + (shown?.pageSize ?? limit);
  const count = shown?.count ?? null;

  useEffect(() => {
    if (count === null || offset >= count) return;
    void queryClient.prefetchQuery(walletQueries.list({ address, type, network, limit, offset }));
  }, [queryClient, address, type, network, limit, offset, count]);
}
