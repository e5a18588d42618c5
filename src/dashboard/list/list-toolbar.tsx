import { Group, Text } from '@mantine/core';
import { useMatch, useNavigate } from 'react-router';
import type { RefObject } from 'react';
import { isSupported } from '#contract/gateway/sessions.ts';
import { useSession } from '#dashboard/session/session.queries.ts';
import type { ListSchema } from '#dashboard/api/list-source.ts';
import { CheckUncheckedButton } from './unchecked/check-unchecked-button.tsx';
import { usePageTitle } from '#dashboard/lib/use-page-title.ts';
import { formatInteger } from '#domain/format.ts';
import { instantFromDate } from '#domain/time.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import type { ListTable } from '#dashboard/ui/data-table/table-columns.ts';
import { copyText } from '#dashboard/ui/copy-text.ts';
import { ColumnsButton } from './columns-button.tsx';
import { type CopiedRow, rowsAsText } from './copy-rows.ts';
import { CreateRow, useCreation } from './create-row.tsx';
import { BulkActionButton, SelectionBar, useBulkAction } from './selection-bar.tsx';
import { ExportButton } from './export/export-button.tsx';
import { filterLabels, viewOf } from './filter-labels.ts';
import classes from './list-bars.module.css';
import type { ListDefinition, RowAction } from './list-definition.ts';
import { ListFilters } from './list-filters.tsx';
import { LiveStatus, NewsBar } from './live-status.tsx';
import { openAnew, resolveQuery } from './list-state.ts';
import { SavedViews } from './saved-views/saved-views.tsx';
import { StatusTabs } from './status-tabs.tsx';
import { SumsButton } from './sums-button.tsx';
import type { ColumnLayoutState } from './use-column-layout.ts';
import type { OpenList } from './use-list.ts';
import { useListKeys } from './use-list-keys.ts';
import { useRowFocusReturn } from './use-row-focus-return.ts';

type ActionsProps<S extends ListSchema, T extends object> = {
  definition: ListDefinition<S, T>;
  list: OpenList<S>;
  count: number | undefined;
};

/** What can be done with the whole list: show a view of it, add it up, check its addresses, export it. */
export function ListActions<S extends ListSchema, T extends object>(props: ActionsProps<S, T>) {
  const { definition, list, count } = props;
  const { source, nouns, exported, screening, creation, Actions } = definition;
  const title = usePageTitle();
  const navigate = useNavigate();
  const { iana } = useTimeZone();
  // All rows of the list, in its order.
  const whole = resolveQuery(source.schema, list.state, serverNow(), iana);
  const query: Record<string, string | number | undefined> = {
    ...whole,
    limit: undefined,
    offset: undefined,
  };
  const filters = filterLabels(list.state);
  return (
    <>
      <SavedViews
        list={source.name}
        allLabel={`All ${nouns[1]}`}
        search={viewOf(list.search)}
        onApply={(view) => void navigate({ search: view }, { state: openAnew })}
      />
      {exported && <SumsButton list={exported} query={query} />}
      {screening && (
        <CheckUncheckedButton
          title={title}
          filters={filters}
          of={screening}
          // Without a pin, the list hasn't loaded yet, so its rows are unknown.
          fetchPage={
            source.createdAt === undefined || list.state.until !== undefined
              ? (offset, limit) => source.read({ ...whole, offset, limit })
              : undefined
          }
        />
      )}
      {exported && (
        <ExportButton
          list={exported}
          query={query}
          pin={
            source.createdAt === undefined ? instantFromDate(new Date(serverNow())) : (list.state.until ?? '')
          }
          zone={iana}
          count={count}
          filterLabels={filters}
        />
      )}
      {Actions && <Actions />}
      {creation && <CreateRow creation={creation} />}
    </>
  );
}

type ToolbarProps<S extends ListSchema, T extends object> = {
  definition: ListDefinition<S, T>;
  list: OpenList<S>;
  table: ListTable<T>;
  layout: ColumnLayoutState;
  /** How many rows match; undefined until it is known, or where it can't be. */
  count: number | undefined;
  searchInput: RefObject<HTMLInputElement | null>;
};

/** Shows which rows are on screen and how fresh they are, with the actions on the selected ones. */
export function ListToolbar<S extends ListSchema, T extends object>(props: ToolbarProps<S, T>) {
  const { definition, list, table, layout, count, searchInput } = props;
  const { path, nouns, tabs, creation, bulkActions = [], rowKeys = {} } = definition;
  const { copied: copiedOf = allFields, useRowChanges = noRowChanges } = definition;
  const rowChanges = useRowChanges();
  const { fresh, state, linkTo } = list;
  const create = useCreation(creation);
  const bulk = useBulkAction(fresh.refresh);
  const { [tabs?.filter ?? '']: current } = state.query as Partial<Record<string, string>>;
  const navigate = useNavigate();
  const session = useSession();
  const { rows, rowsById } = table.getRowModel();
  const selected = table.getSelectedRowModel().rows;
  const marked = selected.map((row) => copiedOf(row.original.value));
  const act = (action: RowAction | undefined) => {
    if (action === undefined) return false;
    if ('copy' in action) void copyText(action.copy, `Copied ${action.copy}`);
    else if (!isSupported(session, action.needs)) return false;
    else void navigate({ pathname: action.path, search: list.search.toString() });
    return true;
  };

  // A drawer over the list has keys of its own.
  useListKeys(useMatch(path) !== null, {
    focusSearch: () => searchInput.current?.select(),
    create,
    createKeys: creation?.keys ?? ['n'],
    act: (key, id) => {
      const row = rowsById[id]?.original;
      if (row === undefined) return false;
      const change = Object.hasOwn(rowChanges, key) ? rowChanges[key] : undefined;
      change?.(row.value);
      return change !== undefined || (Object.hasOwn(rowKeys, key) && act(rowKeys[key]?.(row.value)));
    },
    toggle: (id) => {
      const row = rowsById[id];
      row?.getToggleSelectedHandler()({ target: { checked: !row.getIsSelected() } });
    },
    copied: (focused) => {
      const row = rowsById[focused ?? '']?.original;
      const copied = marked.length === 0 && row !== undefined ? [copiedOf(row.value)] : marked;
      return copied.length === 0 ? undefined : rowsAsText(copied, 'csv');
    },
  });
  useRowFocusReturn(path, creation?.path);

  return (
    <>
      {tabs && (
        <StatusTabs
          source={definition.source}
          state={state}
          tabs={tabs.choices}
          filter={tabs.filter}
          current={current}
          linkTo={(next) => linkTo({ [tabs.filter]: next, until: undefined })}
        />
      )}
      <Group gap="sm" mih={36} className={classes['toolbar']}>
        <ListFilters
          definition={definition}
          list={list}
          rows={rows.map(({ original }) => original)}
          searchInput={searchInput}
        />
        <Group wrap="nowrap" gap="sm" ml="auto" className={classes['tools']}>
          {tabs === undefined && count !== undefined && (
            <Text flex="none" c="dimmed" size="sm" className="unseen-on-phone">
              {formatInteger(count)} {count === 1 ? nouns[0] : nouns[1]}
            </Text>
          )}
          <LiveStatus readAt={fresh.readAt} isLive={fresh.isLive} onRefresh={() => void fresh.refresh()} />
          <ColumnsButton table={table} layout={layout} />
        </Group>
      </Group>
      <SelectionBar rows={marked} onClear={() => table.resetRowSelection(true)}>
        {bulkActions.map((action) => (
          <BulkActionButton
            key={action.label}
            action={action}
            onClick={() =>
              void bulk.begin(
                action,
                selected.map(({ id }) => id),
              )
            }
          />
        ))}
      </SelectionBar>
      {bulk.dialog}
      <NewsBar
        newer={fresh.newer}
        hasMoved={fresh.hasMoved}
        nouns={nouns}
        onShow={fresh.newer === null || fresh.newer > 0 ? fresh.showNewest : fresh.acceptMoved}
      />
    </>
  );
}

const noRowChanges = (): Record<string, never> => ({});

/** All fields of a row, as they came. */
function allFields(value: object): CopiedRow {
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, field === null ? null : String(field)]),
  );
}
