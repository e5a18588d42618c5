import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, useCallback, useMemo, useRef } from 'react';
import { Outlet, type To } from 'react-router';
import type { ReadRow } from '#contract/read-answer.ts';
import type { ListSchema } from '#dashboard/api/list-source.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { useMayReadLedger } from '#dashboard/entities/books/own-ledger.ts';
import { AddressNames } from '#dashboard/entities/wallets/address-names.tsx';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { usePageTitle } from '#dashboard/lib/use-page-title.ts';
import { DataTable } from '#dashboard/ui/data-table/data-table.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { RowTimes } from '#dashboard/ui/time.tsx';
import { knownColumns } from './column-layout.ts';
import { CreationGap } from './create-row.tsx';
import type { ListContext } from './list-drawer.tsx';
import { ListAddresses } from './list-addresses.tsx';
import type { Columns, ListDefinition } from './list-definition.ts';
import { resolveQuery } from './list-state.ts';
import { shownRows } from './list-rows.queries.ts';
import { ListActions, ListToolbar } from './list-toolbar.tsx';
import { prefetchList } from './prefetch-list.ts';
import { ScreeningResults } from './screening.tsx';
import { layoutKey, useColumnLayout } from './use-column-layout.ts';
import { useList } from './use-list.ts';
import { useUnavailable } from './use-unavailable.ts';
import { useListTable } from './use-list-table.ts';

/** Makes the page of a list, and the loader that asks for its rows while the page is made. At module scope. */
export function defineList<S extends ListSchema, T extends object>(
  definition: ListDefinition<S, T>,
): { Component: ComponentType; loader: (queryClient: QueryClient, url: string) => void } {
  return {
    Component: function List() {
      const mayScreen = usePermission('transactions:read').allowed;
      const mayReadLedger = useMayReadLedger();
      // The same until the session changes: others make another table.
      const columns = useMemo(
        () =>
          columnsAs(definition, {
            ...definition.columns,
            ...(!mayScreen && { aml: null }),
            ...(!mayReadLedger && { booked: null }),
          }),
        [mayScreen, mayReadLedger],
      );
      return <ListPage definition={definition} columns={columns} />;
    },
    loader: (queryClient, url) => prefetchList(queryClient, definition, url),
  };
}

type Props<S extends ListSchema, T extends object> = {
  definition: ListDefinition<S, T>;
  columns: ReturnType<typeof columnsAs<S, T>>;
};

function columnsAs<S extends ListSchema, T extends object>(
  definition: ListDefinition<S, T>,
  named: Columns<T>,
) {
  const columns = Object.entries(named).flatMap(([id, column]) =>
    column === null ? [] : [{ id, ...column }],
  );
  return { columns, known: knownColumns(columns, definition) };
}

/** A list with everything that all of them have: filters, columns, live refresh, selection, pages. */
function ListPage<S extends ListSchema, T extends object>({
  definition,
  columns: { columns, known },
}: Props<S, T>) {
  const { source, screening, addressesOf, partiesOf, timesOf, Summary } = definition;
  const title = usePageTitle();
  const { iana } = useTimeZone();
  const list = useList(source);
  const { result, page, search, state } = list;
  const searchInput = useRef<HTMLInputElement>(null);
  const layout = useColumnLayout(source.name, known);
  const reasonAgainst = useUnavailable(source.operation.id);
  // What hundreds of rows are drawn from stays the same until it changes: a click redraws only the rows it is about.
  const rows = shownRows(result.data);
  const addresses = useMemo(
    () => rows.flatMap(({ value }) => addressesOf?.(value) ?? []),
    [rows, addressesOf],
  );
  const parties = useMemo(() => rows.flatMap(({ value }) => partiesOf?.(value) ?? []), [rows, partiesOf]);
  const times = useMemo(
    () => rows.flatMap((row) => (timesOf ? timesOf(row.value) : [source.createdAt?.(row)])),
    [rows, timesOf, source],
  );
  const rowLink = useCallback(
    (row: ReadRow<T>): To | undefined => {
      const id = source.rowId(row);
      if (id === undefined || definition.rowPath === undefined) return undefined;
      return { pathname: definition.rowPath(id), search: search.toString() };
    },
    [definition, source, search],
  );
  const table = useListTable({
    columns,
    rows: result.data && rows,
    rowId: (row: ReadRow<T>, index) => source.rowId(row) ?? `row ${index}`,
    layout,
  });
  const { sort_by: by, sort_direction: direction } = state.query as Partial<Record<string, string>>;

  const dataTable = (
    <DataTable
      label={title}
      layoutKey={search.size === 0 ? layoutKey(source.name) : undefined}
      table={table}
      density={layout.density}
      result={result}
      page={page}
      rowLink={rowLink}
      {...(by !== undefined && {
        sorting: {
          by,
          direction: direction === 'asc' ? 'asc' : 'desc',
          linkTo: list.sortLink,
          reasonAgainst: (sort, next) =>
            reasonAgainst(`sort_by=${sort}`) ??
            (next === 'asc' ? reasonAgainst('sort_direction') : undefined),
        },
      })}
      isFiltered={list.isFiltered}
      empty={definition.empty}
    />
  );
  const content = (
    <Page
      fill
      hasManyActions
      actions={<ListActions definition={definition} list={list} count={result.data?.count ?? undefined} />}
    >
      {definition.creation?.needs && <CreationGap needs={definition.creation.needs} />}
      {definition.above}
      <ListToolbar
        definition={definition}
        list={list}
        table={table}
        layout={layout}
        count={result.data?.count ?? undefined}
        searchInput={searchInput}
      />
      {Summary && <Summary query={resolveQuery(source.schema, state, serverNow(), iana)} />}
      <ListAddresses values={addresses}>
        <RowTimes values={times}>
          {screening === undefined ? (
            dataTable
          ) : (
            <ScreeningResults
              of={screening}
              rows={rows}
              isShown={layout.layout.columnVisibility['aml'] !== false}
            >
              {dataTable}
            </ScreeningResults>
          )}
        </RowTimes>
      </ListAddresses>
      {definition.Dialogs && <definition.Dialogs />}
      <Outlet context={{ refresh: list.fresh.refresh } satisfies ListContext} />
    </Page>
  );
  return partiesOf ? <AddressNames of={parties}>{content}</AddressNames> : content;
}
