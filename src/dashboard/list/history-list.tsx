import type { ColumnDef } from '@tanstack/react-table';
import { type ComponentType, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { Outlet, type To } from 'react-router';
import type { ReadRow } from '#contract/read-answer.ts';
import { DataTable } from '../ui/data-table/data-table.tsx';
import type { features } from '../ui/data-table/table-columns.ts';
import { Page } from '../ui/page.tsx';
import { RowTimes } from '../ui/time.tsx';
import { AmlCells, type CellOf } from '../features/aml/column/aml-column.tsx';
import type { ExportListName } from './export/export-lists.ts';
import { soon } from '../lib/soon.ts';
import type { NamedColumn } from './columns-button.tsx';
import type { Changes } from './changes.ts';
import type { HistoryContext } from './history-context.ts';
import type { HistorySchema } from './history-address.ts';
import type { FiltersProps } from './history-filters.tsx';
import type { History } from './history.queries.ts';
import type { HistoryToolbar as Toolbar } from './history-toolbar.tsx';
import { ListAddresses } from './list-addresses.tsx';
import classes from './list-bars.module.css';
import type { StatusTab } from './status-tabs.tsx';
import { useColumnLayout } from './use-column-layout.ts';
import type { useHistoryList } from './use-history-list.ts';
import { useSelection } from './use-selection.ts';

// Asked for at once, and not waited for: the rows need none of it.
const tools = soon(() => import('./history-toolbar.tsx'));
const HistoryActions = lazy(async () => ({ default: (await tools).HistoryActions }));
// `lazy` forgets that the component is generic.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const HistoryToolbar = lazy(async () => ({
  default: (await tools).HistoryToolbar,
})) as unknown as typeof Toolbar;

type Props<S extends HistorySchema, T extends object> = {
  history: History<S, T>;
  list: ReturnType<typeof useHistoryList<S, T>>;
  /** The page's heading. */
  title: string;
  /** What the rows are, one and many. */
  words: readonly [one: string, many: string];
  /** Where the list lives. */
  path: string;
  columns: ColumnDef<typeof features, ReadRow<T>>[];
  namedColumns: readonly NamedColumn[];
  /** The page of a row. */
  rowPath: (rowId: string) => string;
  /** May be lazy. */
  Filters: ComponentType<FiltersProps<S, T>>;
  /** Where rows can be made, and deleted together. */
  changes?: Promise<Changes>;
  /** Above the filters. */
  tabs: readonly StatusTab[];
  /** The filter that the tabs set. */
  tabFilter?: string;
  /** Above all of them. */
  above?: ReactNode;
  /** The list's name in exports. */
  exported: ExportListName;
  /** The addresses and hashes of a row. */
  addressesOf: (row: ReadRow<T>) => readonly (string | undefined)[];
  /** The times that a row shows; without it, when it came to be. */
  timesOf?: (row: ReadRow<T>) => readonly (string | null | undefined)[];
  empty: ReactNode;
};

/** A page of a history with everything that all of them have: filters, columns, live refresh, marked rows, pages. */
export function HistoryList<S extends HistorySchema, T extends object>(props: Props<S, T>) {
  const { history, list, title, words, path, columns, namedColumns, rowPath, Filters } = props;
  const { result, page, search, address } = list;
  const [amlCells, setAmlCells] = useState<CellOf>();
  const searchInput = useRef<HTMLInputElement>(null);
  const layout = useColumnLayout(history.name, namedColumns);
  const rows = result.data?.rows ?? [];
  const rowId = (row: ReadRow<T>, index: number) => history.rowId(row) ?? `row ${index}`;
  const named = rows.map((row, index) => ({ id: rowId(row, index), row }));
  const selection = useSelection(named.map(({ id }) => id));
  const { sort_by: by, sort_direction: direction } = address.query as Partial<Record<string, string>>;
  return (
    <Page
      title={title}
      fill
      hasManyActions
      actions={
        <Suspense>
          <HistoryActions
            name={history.name}
            title={title}
            many={words[1]}
            exported={props.exported}
            count={result.data?.count ?? undefined}
            list={list}
            changes={props.changes}
          />
        </Suspense>
      }
    >
      {props.above}
      <Suspense fallback={<div className={classes['coming']} data-tall={props.above !== undefined} />}>
        <HistoryToolbar
          path={path}
          words={words}
          list={list}
          rows={named}
          selection={selection}
          columns={namedColumns}
          layout={layout}
          history={history}
          tabs={props.tabs}
          tabFilter={props.tabFilter}
          filters={<Filters list={list} rows={rows} searchInput={searchInput} />}
          changes={props.changes}
          onAmlCells={setAmlCells}
          focusSearch={() => searchInput.current?.select()}
        />
      </Suspense>
      <ListAddresses values={rows.flatMap(props.addressesOf)}>
        <RowTimes values={rows.flatMap(props.timesOf ?? history.createdAt)}>
          <AmlCells value={amlCells}>
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
          </AmlCells>
        </RowTimes>
      </ListAddresses>
      <Outlet context={{ refresh: list.fresh.refresh } satisfies HistoryContext} />
    </Page>
  );
}
