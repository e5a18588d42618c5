import { FlexRender } from '@tanstack/react-table';
import type { ReactNode, UIEvent } from 'react';
import type { To } from 'react-router';
import type { ReadList, ReadRow } from '#contract/read-answer.ts';
import type { PageState } from '#dashboard/lib/list-state.ts';
import { AmountsAreShort } from '../amount.tsx';
import { FailureAlert } from '../failure-alert.tsx';
import { ErrorState } from '../error-state.tsx';
import classes from './data-table.module.css';
import { HeaderCell, type Sorting } from './header-cell.tsx';
import { IgnoredNotice } from './ignored-notice.tsx';
import { NoRows } from './no-rows.tsx';
import { Pagination } from './pagination.tsx';
import { SelectAllCell } from './selection.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';
import { cardOf, gridOf, type ListTable, shownColumns } from './table-columns.ts';
import { TableRows } from './table-rows.tsx';

/** What the table needs of a TanStack Query result for a list. */
type ListResult<T> = {
  data: (ReadList<T> & { notices: readonly string[] }) | undefined;
  error: Error | null;
  isFetching: boolean;
  /** The rows are those of another page or filter, while the asked ones are on their way. */
  isPlaceholderData: boolean;
  /** Identifies the page of these rows. Without it, the offset does. */
  pageKey?: string;
  refetch: () => unknown;
};

type Props<T> = {
  /** Names the table for those who cannot see it. */
  label: string;
  /**
   * Where the browser keeps the columns: a page that the server drew without knowing them is drawn anew. Undefined if the
   * address says which columns there are.
   */
  layoutKey: string | undefined;
  table: ListTable<T>;
  density: 'compact' | 'regular' | 'relaxed';
  result: ListResult<T>;
  page: PageState;
  /** Where a row leads; undefined for a row that cannot be opened. */
  rowLink?: (row: ReadRow<T>) => To | undefined;
  sorting?: Sorting;
  /** Whether a filter is set, which makes "no rows" another thing. */
  isFiltered: boolean;
  /** Shown when there is nothing at all. */
  empty: ReactNode;
};

/** A list of the service, page by page, in its five states: loading, empty, no match, failed, rows. */
export function DataTable<T extends object>(props: Props<T>) {
  const { label, layoutKey, table, density, result, page, rowLink, sorting, isFiltered, empty } = props;
  const { data, error } = result;

  const columns = shownColumns(table);
  const { rows } = table.getRowModel();
  const headers = new Map(table.getFlatHeaders().map((header) => [header.column.id, header]));
  const isStale = result.isPlaceholderData;
  const pageKey = result.pageKey ?? String(page.offset);
  // A provider may give fewer rows at once than were asked for: the next page begins where they end.
  const shownPage = data === undefined ? page : pageOf(page, data, isStale);
  const retry = () => void result.refetch();
  return (
    <section className={classes['frame']} aria-label={label} data-kept={layoutKey}>
      {error !== null && data !== undefined && <FailureAlert error={error} onRetry={retry} />}
      {data !== undefined && <IgnoredNotice wholeList={data.wholeList} notices={data.notices} />}
      <div className={classes['scroller']} onScroll={noteScrolled}>
        <table
          className={classes['table']}
          aria-busy={result.isFetching && (data === undefined || isStale)}
          data-stale={isStale || undefined}
          data-fixed
          data-density={density}
          style={{ ...gridOf(columns), ...cardOf(columns) }}
        >
          <caption className="unseen">{label}</caption>
          <thead>
            <tr>
              <SelectAllCell table={table} />
              {columns.map((column) => {
                const header = headers.get(column.id);
                return (
                  <HeaderCell
                    key={column.id}
                    column={column}
                    columns={columns}
                    sorting={sorting}
                    onResize={(id, change) =>
                      table.setColumnSizing((sizes) => ({ ...sizes, [id]: change(sizes[id]) }))
                    }
                  >
                    {header && <FlexRender header={header} />}
                  </HeaderCell>
                );
              })}
            </tr>
          </thead>
          {data === undefined && error === null && (
            <SkeletonRows
              columns={[{ id: 'selection', meta: { skeleton: '16px' } }, ...columns]}
              count={Math.min(page.limit, 20)}
            />
          )}
          {data !== undefined && (
            <AmountsAreShort value>
              <TableRows
                key={pageKey}
                rows={rows}
                rowLink={rowLink}
                columns={columns}
                selection={table.state.rowSelection}
              />
            </AmountsAreShort>
          )}
        </table>
        {data === undefined && error !== null && <ErrorState error={error} onRetry={retry} />}
        {data !== undefined && rows.length === 0 && (
          <NoRows list={data} page={shownPage} isFiltered={isFiltered} empty={empty} />
        )}
      </div>
      <div className={classes['pages']}>
        <Pagination page={shownPage} count={data?.count} shown={rows.length} />
      </div>
    </section>
  );
}

/** For the style sheet: whether anything is under the columns that stay. */
function noteScrolled({ currentTarget }: UIEvent<HTMLElement>): void {
  currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollLeft > 0);
}

function pageOf(
  page: PageState,
  { pageSize, ignored, unavailable }: Pick<ReadList<unknown>, 'pageSize' | 'ignored' | 'unavailable'>,
  isStale: boolean,
) {
  return {
    ...page,
    // Rows that were asked for with another page size don't tell where the next page begins.
    pageSize: isStale ? Math.min(pageSize, page.limit) : pageSize,
    offset: ignored.includes('offset') ? 0 : page.offset,
    isOnly: ignored.includes('offset') || unavailable?.names.includes('offset') === true,
  };
}
