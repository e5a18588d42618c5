import type { RefObject } from 'react';
import { useMatch, useNavigate, useSearchParams } from 'react-router';
import { groupDigits } from '../../lib/digits.ts';
import type { useListState } from '../../lib/use-list-state.ts';
import { ColumnsButton } from '../lists/columns-button.tsx';
import { type CopiedRow, rowsAsText } from '../lists/copy-rows.ts';
import { viewOf } from '../lists/filter-words.ts';
import { openAnew } from '../lists/opens-anew.ts';
import { SelectionBar } from '../lists/selection-bar.tsx';
import type { ColumnLayoutState } from '../lists/use-column-layout.ts';
import { useListKeys } from '../lists/use-list-keys.ts';
import type { SelectionState } from '../lists/use-selection.ts';
import { SavedViews } from '../saved-views/saved-views.tsx';
import { copiedWallet } from './copied-wallet.ts';
import { namedWalletColumns } from './wallet-columns.tsx';
import { WalletFilters } from './wallet-filters.tsx';
import type { walletListQuery } from './wallet-list-query.ts';
import { walletsPath } from './wallet-paths.ts';
import classes from './wallets.module.css';
import type { WalletRow } from './wallets.queries.ts';

// Loaded beside the rows: none of it is needed to show them.

/** The views of the list that the account keeps. */
export function WalletViews() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  return (
    <SavedViews
      list="wallets"
      allLabel="All wallets"
      search={viewOf(search)}
      onApply={(view) => void navigate({ search: view }, { state: openAnew })}
    />
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
  layout: ColumnLayoutState;
  selection: SelectionState;
  addressInput: RefObject<HTMLInputElement | null>;
};

/** What says which wallets and which columns are shown, and what can be done with those that are marked. */
export function WalletToolbar({ list, rows, count, layout, selection, addressInput }: ToolbarProps) {
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
          <ColumnsButton columns={namedWalletColumns} layout={layout} />
        </div>
      </div>
      <SelectionBar rows={marked} onClear={selection.clear} />
    </>
  );
}

const copied = ({ row }: { row: WalletRow }): CopiedRow => copiedWallet(row.value);
