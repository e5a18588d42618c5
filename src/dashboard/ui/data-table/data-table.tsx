import { type ColumnDef, flexRender, type RowData } from '@tanstack/react-table';
import { type ReactNode } from 'react';
import type { To } from 'react-router';
import type { ReadList, ReadRow } from '#contract/read-answer.ts';
import type { PageState } from '../../lib/list-state.ts';
import { AmountsMayBreak } from '../amount.tsx';
import { FailureAlert } from '../failure-alert.tsx';
import { ErrorState } from '../error-state.tsx';
import classes from './data-table.module.css';
import { type Arrangement, arrange, fixedWidths } from './arrangement.ts';
import { DataRow } from './data-row.tsx';
import { HeaderCell, type Sorting } from './header-cell.tsx';
import { openRowOnClick, moveOnArrows } from './row-navigation.ts';
import { SelectAllCell, type Selection } from './selection.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';
import type { features } from './table-columns.ts';
import { tableOf } from './table-of.ts';
import { useDrawnRows } from './use-drawn-rows.ts';
import { IgnoredNotice } from './ignored-notice.tsx';
import { NoRows } from './no-rows.tsx';
import { Pagination } from './pagination.tsx';

/** What the table needs of a TanStack Query result for a list. */
type ListResult<T> = {
  data: ReadList<T> | undefined;
  error: Error | null;
  isFetching: boolean;
  /** The rows are those of another page or filter, while the asked ones are on their way. */
  isPlaceholderData: boolean;
  /** Names the page whose rows these are. Without it, it is told by its offset. */
  pageKey?: string;
  refetch: () => unknown;
};

type Props<T> = {
  /** Names the table for those who cannot see it. */
  label: string;
  /** At module scope, made by `columnsOf`: a new array would rebuild the table. */
  columns: ColumnDef<typeof features, ReadRow<T>>[];
  result: ListResult<T>;
  page: PageState;
  rowId: (row: ReadRow<T>, index: number) => string;
  /** Where a row leads; undefined for a row that cannot be opened. */
  rowLink?: (row: ReadRow<T>) => To | undefined;
  sorting?: Sorting;
  /** How the columns stand. Without it they are as wide as their content, in their own order. */
  arrangement?: Arrangement;
  /** Which rows are marked, to be copied or changed together. */
  selection?: Selection;
  /** Whether a filter is set, which makes "no rows" another thing. */
  isFiltered: boolean;
  /** Shown when there is nothing at all. */
  empty: ReactNode;
};

/** A list of the service, page by page, in its five states: loading, empty, no match, failed, rows. */
export function DataTable<T extends RowData>(props: Props<T>) {
  const { label, columns, result, page, rowId, rowLink, sorting, isFiltered, empty } = props;
  const { arrangement, selection } = props;
  const { data, error } = result;

  const arranged = arrangement === undefined ? columns : arrange(columns, arrangement.places);
  const table = tableOf(arranged, data?.rows ?? noRows, rowId);
  const fixed = arrangement && fixedWidths(arranged, arrangement.places, selection !== undefined);
  const { rows } = table.getRowModel();
  const headers = table.getHeaderGroups().flatMap((group) => group.headers);
  const isStale = result.isPlaceholderData;
  const pageKey = result.pageKey ?? String(page.offset);
  const drawn = useDrawnRows(pageKey, rows.length, fixed !== undefined);
  // A provider may give fewer rows at once than were asked for: the next page begins where they end.
  const shownPage = data === undefined ? page : pageOf(page, data, isStale);
  const retry = () => void result.refetch();
  return (
    <section className={classes['frame']} aria-label={label}>
      {error !== null && data !== undefined && <FailureAlert error={error} onRetry={retry} />}
      {data !== undefined && data.ignored.length > 0 && <IgnoredNotice list={data} />}
      <div className={classes['scroller']}>
        <table
          className={classes['table']}
          aria-busy={(result.isFetching && (data === undefined || isStale)) || drawn < rows.length}
          data-stale={isStale || undefined}
          data-fixed={fixed !== undefined || undefined}
          data-density={arrangement?.density}
          style={fixed?.style}
        >
          <caption className={classes['caption']}>{label}</caption>
          <thead>
            <tr>
              {selection && <SelectAllCell rows={rows.map(({ id }) => id)} selection={selection} />}
              {headers.map((header) => (
                <HeaderCell
                  key={header.id}
                  meta={header.column.columnDef.meta}
                  sorting={sorting}
                  stickyAt={fixed?.sticky.get(header.id)}
                  resize={
                    arrangement && { width: fixed?.widthOf(header.id) ?? 0, id: header.id, arrangement }
                  }
                >
                  {flexRender(header.column.columnDef.header, header.getContext())}
                </HeaderCell>
              ))}
            </tr>
          </thead>
          {data === undefined && error === null && (
            <SkeletonRows
              columns={[
                ...(selection ? [{ id: 'selection', meta: { skeleton: '16px' } }] : []),
                ...headers.map(({ id, column }) => ({ id, meta: column.columnDef.meta })),
              ]}
              count={Math.min(page.limit, 20)}
            />
          )}
          {data !== undefined && (
            <AmountsMayBreak value={fixed !== undefined}>
              {/* The links within are what is interactive; these only widen their reach. */}
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
              <tbody
                key={pageKey}
                ref={scrollToTopAfter}
                style={fixed && { minHeight: `calc(${rows.length} * var(--row-height))` }}
                onClick={openRowOnClick}
                onAuxClick={openRowOnClick}
                onKeyDown={moveOnArrows}
              >
                {rows.slice(0, drawn).map((row) => (
                  <DataRow
                    key={row.id}
                    row={row}
                    rowLink={rowLink}
                    sticky={fixed?.sticky}
                    selection={selection}
                    isSelected={selection?.selected.has(row.id) ?? false}
                  />
                ))}
              </tbody>
            </AmountsMayBreak>
          )}
        </table>
        {data === undefined && error !== null && <ErrorState error={error} onRetry={retry} />}
        {data !== undefined && rows.length === 0 && (
          <NoRows count={data.count} page={shownPage} isFiltered={isFiltered} empty={empty} />
        )}
      </div>
      <div className={classes['pages']}>
        <Pagination page={shownPage} count={data?.count} shown={rows.length} />
      </div>
    </section>
  );
}

/** Another page is read from its top. The first one is there already, and asking would lay it out too early. */
function scrollToTopAfter(rows: HTMLElement | null): () => void {
  const scroller = rows?.closest(`.${classes['scroller']}`);
  return () => scroller?.scrollTo({ top: 0 });
}

const noRows: never[] = [];

function pageOf(
  page: PageState,
  { pageSize, ignored }: Pick<ReadList<unknown>, 'pageSize' | 'ignored'>,
  isStale: boolean,
) {
  return {
    ...page,
    // Rows that were asked for with another page size don't tell where the next page begins.
    pageSize: isStale ? Math.min(pageSize, page.limit) : pageSize,
    offset: ignored.includes('offset') ? 0 : page.offset,
    isOnly: ignored.includes('offset'),
  };
}
