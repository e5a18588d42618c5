import type { ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { type To, useMatch } from 'react-router';
import type { ReadRow } from '#contract/read-answer.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { features } from '../../ui/data-table/table-columns.ts';
import { type CopiedRow, rowsAsText } from './copy-rows.ts';
import { ColumnsButton, type NamedColumn } from './columns-button.tsx';
import type { HistorySchema } from './history-address.ts';
import type { History } from './history.queries.ts';
import classes from './list-bars.module.css';
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
  /** Names the table. */
  label: string;
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
  /** Beside what every list has: views, export. */
  tools?: ReactNode;
  focusSearch: () => void;
  empty: ReactNode;
};

/** A history with everything that all of them have: filters, columns, live refresh, marked rows, pages. */
export function HistoryList<S extends HistorySchema, T extends object>(props: Props<S, T>) {
  const { history, list, label, words, path, columns, namedColumns, rowPath, focusSearch } = props;
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
  return (
    <>
      {props.tabs}
      <div className={classes['toolbar']}>
        {props.filters}
        <div className={classes['tools']}>
          <LiveStatus readAt={fresh.readAt} isLive={fresh.isLive} onRefresh={fresh.refresh} />
          {props.tools}
          <ColumnsButton columns={namedColumns} layout={layout} />
        </div>
      </div>
      <SelectionBar rows={marked} onClear={selection.clear} />
      <NewsBar newer={fresh.newer} hasMoved={fresh.hasMoved} words={words} onShow={fresh.showNewest} />
      <DataTable
        label={label}
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
    </>
  );
}

function copiedRow<T extends object>({ value }: ReadRow<T>): CopiedRow {
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, field === null ? null : String(field)]),
  );
}
