import type { ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { Outlet, type To, useMatch, useNavigate } from 'react-router';
import type { ReadRow } from '#contract/read-answer.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { features } from '../../ui/data-table/table-columns.ts';
import { Page } from '../../ui/page.tsx';
import { ExportButton } from '../export/export-button.tsx';
import type { ExportListName } from '../export/export-lists.ts';
import { SavedViews } from '../saved-views/saved-views.tsx';
import { type CopiedRow, rowsAsText } from './copy-rows.ts';
import { ColumnsButton, type NamedColumn } from './columns-button.tsx';
import { filterWords, viewOf } from './filter-words.ts';
import type { HistorySchema } from './history-address.ts';
import type { History } from './history.queries.ts';
import classes from './list-bars.module.css';
import { ListAddresses } from './list-addresses.tsx';
import { LiveStatus } from './live-status.tsx';
import { NewsBar } from './news-bar.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useColumnLayout } from './use-column-layout.ts';
import type { useHistoryList } from './use-history-list.ts';
import { useListKeys } from './use-list-keys.ts';
import { useSelection } from './use-selection.ts';

type Props<S extends HistorySchema, T extends object> = {
  history: History<S, T>;
  list: ReturnType<typeof useHistoryList<S, T>>;
  /** The page's heading. */
  title: string;
  /** What the rows are, one and many. */
  words: readonly [one: string, many: string];
  /** Where the list lives: its keys hold there, and not while a drawer lies over it. */
  path: string;
  columns: ColumnDef<typeof features, ReadRow<T>>[];
  namedColumns: readonly NamedColumn[];
  /** The page of a row. */
  rowPath: (rowId: string) => string;
  filters: ReactNode;
  /** Above the filters. */
  tabs?: ReactNode;
  /** The list's name in exports. */
  exported: ExportListName;
  /** The addresses and hashes of a row. */
  addressesOf: (row: ReadRow<T>) => readonly (string | undefined)[];
  focusSearch: () => void;
  empty: ReactNode;
};

/** A page of a history with everything that all of them have: filters, columns, live refresh, marked rows, pages. */
export function HistoryList<S extends HistorySchema, T extends object>(props: Props<S, T>) {
  const { history, list, title, words, path, columns, namedColumns, rowPath, focusSearch } = props;
  const navigate = useNavigate();
  const { result, page, fresh, search, address } = list;
  const layout = useColumnLayout(history.name, namedColumns);
  const rows = result.data?.rows ?? [];
  const rowId = (row: ReadRow<T>, index: number) => history.rowId(row) ?? `row ${index}`;
  const ids = rows.map(rowId);
  const selection = useSelection(ids);
  const marked = rows.filter((row, index) => selection.selected.has(rowId(row, index))).map(copiedRow);

  useListKeys(useMatch(path) !== null, {
    focusSearch,
    toggle: (id) => selection.select([id], !selection.selected.has(id)),
    copied: (id) => {
      const focused = rows.filter((row, index) => rowId(row, index) === id).map(copiedRow);
      const copied = marked.length > 0 ? marked : focused;
      return copied.length === 0 ? undefined : rowsAsText(copied, 'csv');
    },
  });

  const { sort_by: by, sort_direction: direction } = address.query as Partial<Record<string, string>>;
  const { iana } = useTimeZone();
  return (
    <Page
      title={title}
      fill
      actions={
        <>
          <SavedViews
            list={history.name}
            allLabel={`All ${words[1]}`}
            search={viewOf(search)}
            onApply={(view) => void navigate({ search: view }, { state: { opensAnew: true } })}
          />
          <ExportButton
            list={props.exported}
            query={list.exportQuery()}
            pin={address.until ?? ''}
            zone={iana}
            count={result.data?.count}
            filterWords={filterWords(address)}
          />
        </>
      }
    >
      {props.tabs}
      <div className={classes['toolbar']}>
        {props.filters}
        <div className={classes['tools']}>
          <LiveStatus readAt={fresh.readAt} isLive={fresh.isLive} onRefresh={fresh.refresh} />
          <ColumnsButton columns={namedColumns} layout={layout} />
        </div>
      </div>
      <SelectionBar rows={marked} onClear={selection.clear} />
      <NewsBar newer={fresh.newer} hasMoved={fresh.hasMoved} words={words} onShow={fresh.showNewest} />
      <ListAddresses values={rows.flatMap(props.addressesOf)}>
        <DataTable
          label={title}
          columns={columns}
          result={result}
          page={page}
          rowId={rowId}
          rowLink={(row): To | undefined => {
            const id = history.rowId(row);
            return id === undefined ? undefined : { pathname: rowPath(id), search: search.toString() };
          }}
          {...(by !== undefined && {
            sorting: { by, direction: direction === 'asc' ? 'asc' : 'desc', linkTo: list.sortLink },
          })}
          arrangement={layout.arrangement}
          selection={selection}
          isFiltered={list.isFiltered}
          empty={props.empty}
        />
      </ListAddresses>
      <Outlet />
    </Page>
  );
}

function copiedRow<T extends object>({ value }: ReadRow<T>): CopiedRow {
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, field === null ? null : String(field)]),
  );
}
