import { type Dispatch, lazy, type RefObject, type SetStateAction, Suspense } from 'react';
import { useMatch, useNavigate, useSearchParams } from 'react-router';
import { listWallets } from '#contract/wallet-service/wallets.ts';
import { call } from '../../api/client.ts';
import { groupDigits } from '../../lib/digits.ts';
import { readListQuery } from '../../lib/list-state.ts';
import type { useListState } from '../../lib/use-list-state.ts';
import type { CellOf } from '../aml/column/aml-column.tsx';
import { ownAddress } from '../aml/column/list-subjects.ts';
import { CheckUncheckedButton } from '../aml/unchecked/check-unchecked-button.tsx';
import { ColumnsButton, type NamedColumn } from '../../list/columns-button.tsx';
import { type CopiedRow, rowsAsText } from '../../list/copy-rows.ts';
import { viewOf } from '../../list/filter-words.ts';
import { openAnew } from '../../list/opens-anew.ts';
import { SelectionBar } from '../../list/selection-bar.tsx';
import type { ColumnLayoutState } from '../../list/use-column-layout.ts';
import { useListKeys } from '../../list/use-list-keys.ts';
import type { SelectionState } from '../../list/use-selection.ts';
import { SavedViews } from '../../list/saved-views/saved-views.tsx';
import { copiedWallet } from './copied-wallet.ts';
import { WalletFilters } from './wallet-filters.tsx';
import { walletListQuery } from './wallet-list-query.ts';
import { walletsPath } from './wallet-paths.ts';
import classes from './wallets.module.css';
import type { WalletRow } from './wallets.queries.ts';

// Loaded beside the rows: none of it is needed to show them.

const ColumnResults = lazy(async () => ({
  default: (await import('../aml/column/column-results.tsx')).ColumnResults,
}));

/** What can be done with the whole list: show a view of it that the account keeps, have it checked. */
export function WalletActions() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { address, type, network } = readListQuery(walletListQuery, search);
  const filters = Object.entries({ Address: address, Network: network, Type: type });
  return (
    <>
      <SavedViews
        list="wallets"
        allLabel="All wallets"
        search={viewOf(search)}
        onApply={(view) => void navigate({ search: view }, { state: openAnew })}
      />
      <CheckUncheckedButton
        title="Wallets"
        filters={filters.flatMap(([label, value]) => (value ? [{ label, value }] : []))}
        of={ownAddress}
        readPages={async () => async (offset, limit) =>
          call(listWallets, { query: { address, type, network, offset, limit } })
        }
      />
    </>
  );
}

type ToolbarProps = {
  list: Pick<
    ReturnType<typeof useListState<typeof walletListQuery>>,
    'query' | 'isFiltered' | 'page' | 'change'
  >;
  rows: readonly { id: string; row: WalletRow }[];
  /** How many wallets there are in all; undefined until it is known. */
  count: number | undefined;
  columns: readonly NamedColumn[];
  layout: ColumnLayoutState;
  selection: SelectionState;
  addressInput: RefObject<HTMLInputElement | null>;
  /** Told what is in the cells of the AML column. */
  onAmlCells: Dispatch<SetStateAction<CellOf | undefined>>;
};

/** What says which wallets and which columns are shown, and what can be done with those that are marked. */
export function WalletToolbar(props: ToolbarProps) {
  const { list, rows, count, columns, layout, selection, addressInput } = props;
  const { query, isFiltered, page, change } = list;
  const marked = rows.filter(({ id }) => selection.selected.has(id)).map(copied);
  useListKeys(useMatch(walletsPath) !== null, {
    toggle: (id) => selection.select([id], !selection.selected.has(id)),
    copied: (focused) => {
      const chosen = marked.length > 0 ? marked : rows.filter(({ id }) => id === focused).map(copied);
      return chosen.length === 0 ? undefined : rowsAsText(chosen, 'csv');
    },
  });
  return (
    <>
      <div className={classes['toolbar']}>
        <WalletFilters
          query={query}
          rows={rows.map(({ row }) => row)}
          isFiltered={isFiltered}
          unfiltered={page.unfiltered}
          onChange={change}
          addressInput={addressInput}
        />
        <div className={classes['tools']}>
          {count !== undefined && (
            <p className={classes['count']}>
              {groupDigits(count)} {count === 1 ? 'wallet' : 'wallets'}
            </p>
          )}
          <ColumnsButton columns={columns} layout={layout} />
        </div>
      </div>
      <SelectionBar rows={marked} onClear={selection.clear} />
      <Suspense>
        <ColumnResults rows={rows.map(({ row }) => row)} of={ownAddress} onKnown={props.onAmlCells} />
      </Suspense>
    </>
  );
}

const copied = ({ row }: { row: WalletRow }): CopiedRow => copiedWallet(row.value);
