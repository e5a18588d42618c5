import { useMatch, useNavigate } from 'react-router';
import type { RefObject } from 'react';
import type { ReadRow } from '#contract/read-answer.ts';
import { CheckUncheckedButton } from '../features/aml/unchecked/check-unchecked-button.tsx';
import { serverNow } from '../lib/server-time.ts';
import { useTimeZone } from '../lib/time-zone.ts';
import { ColumnsButton, type NamedColumn } from './columns-button.tsx';
import { type CopiedRow, rowsAsText } from './copy-rows.ts';
import { CreateRow, useCreation } from './create-row.tsx';
import { DeleteSelected, useDeletion } from './delete-selected.tsx';
import { ExportButton } from './export/export-button.tsx';
import { listPages } from './export/list-pages.ts';
import { filterWords, viewOf } from './filter-words.ts';
import type { HistorySchema } from './history-address.ts';
import classes from './list-bars.module.css';
import type { ListDefinition } from './list-definition.ts';
import { ListFilters } from './list-filters.tsx';
import { LiveStatus } from './live-status.tsx';
import { NewsBar } from './news-bar.tsx';
import { openAnew } from './opens-anew.ts';
import { resolveHistory } from './resolve-history.ts';
import { SavedViews } from './saved-views/saved-views.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { StatusTabs } from './status-tabs.tsx';
import { SumsButton } from './sums-button.tsx';
import type { ColumnLayoutState } from './use-column-layout.ts';
import type { HistoryListState } from './use-history-list.ts';
import { useListKeys } from './use-list-keys.ts';
import { useRowFocusReturn } from './use-row-focus-return.ts';
import type { SelectionState } from './use-selection.ts';

type ActionsProps<S extends HistorySchema, T extends object> = {
  definition: ListDefinition<S, T>;
  list: HistoryListState<S>;
  count: number | undefined;
};

/** What can be done with the whole list: show a view of it, add it up, check its addresses, export it. */
export function ListActions<S extends HistorySchema, T extends object>(props: ActionsProps<S, T>) {
  const { definition, list, count } = props;
  const { title, words, exported, screening, creation } = definition;
  const navigate = useNavigate();
  const { iana } = useTimeZone();
  // All rows of the list, in its order.
  const whole = { ...resolveHistory(list.address, serverNow(), iana), limit: undefined, offset: undefined };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: the output of a query's schema.
  const query = whole as Record<string, string | number | undefined>;
  const filters = filterWords(list.address);
  return (
    <>
      <SavedViews
        list={definition.source.name}
        allLabel={`All ${words[1]}`}
        search={viewOf(list.search)}
        onApply={(view) => void navigate({ search: view }, { state: openAnew })}
      />
      <SumsButton list={exported} query={query} />
      {screening && (
        <CheckUncheckedButton
          title={title}
          filters={filters}
          of={screening}
          // Without a pin the list has not been read yet, and nobody knows which rows it is to be.
          readPages={list.address.until && (async () => listPages(exported)(toTexts(query)))}
        />
      )}
      <ExportButton
        list={exported}
        query={query}
        pin={list.address.until ?? ''}
        zone={iana}
        count={count}
        filterWords={filters}
      />
      {creation && <CreateRow creation={creation} />}
    </>
  );
}

type ToolbarProps<S extends HistorySchema, T extends object> = {
  definition: ListDefinition<S, T>;
  list: HistoryListState<S>;
  rows: readonly { id: string; row: ReadRow<T> }[];
  selection: SelectionState;
  columns: readonly NamedColumn[];
  layout: ColumnLayoutState;
  searchInput: RefObject<HTMLInputElement | null>;
};

/** What says which rows are shown, how fresh they are, and what is done with those that are marked. */
export function ListToolbar<S extends HistorySchema, T extends object>(props: ToolbarProps<S, T>) {
  const { definition, list, rows, selection, columns, layout, searchInput } = props;
  const { path, tabs, creation, deletion } = definition;
  const { fresh, address, linkTo } = list;
  const create = useCreation(creation);
  const deleting = useDeletion(deletion, fresh.refresh);
  const { [tabs.filter]: current } = address.query as Partial<Record<string, string>>;
  const marked = rows.filter(({ id }) => selection.selected.has(id)).map(copiedRow);

  // A drawer over the list has keys of its own.
  useListKeys(useMatch(path) !== null, {
    focusSearch: () => searchInput.current?.select(),
    create,
    toggle: (id) => selection.select([id], !selection.selected.has(id)),
    copied: (focused) => {
      const copied = marked.length > 0 ? marked : rows.filter(({ id }) => id === focused).map(copiedRow);
      return copied.length === 0 ? undefined : rowsAsText(copied, 'csv');
    },
  });
  useRowFocusReturn(path);

  return (
    <>
      <StatusTabs
        history={definition.source}
        address={address}
        tabs={tabs.choices}
        filter={tabs.filter}
        current={current}
        linkTo={(next) => linkTo({ [tabs.filter]: next, until: undefined })}
      />
      <div className={classes['toolbar']}>
        <ListFilters
          definition={definition}
          list={list}
          rows={rows.map(({ row }) => row)}
          searchInput={searchInput}
        />
        <div className={classes['tools']}>
          <LiveStatus readAt={fresh.readAt} isLive={fresh.isLive} onRefresh={() => void fresh.refresh()} />
          <ColumnsButton columns={columns} layout={layout} />
        </div>
      </div>
      <SelectionBar rows={marked} onClear={selection.clear}>
        {deletion && (
          <DeleteSelected
            permission={deletion.permission}
            onDelete={() => void deleting.begin([...selection.selected])}
          />
        )}
      </SelectionBar>
      {deleting.dialog}
      <NewsBar
        newer={fresh.newer}
        hasMoved={fresh.hasMoved}
        words={definition.words}
        onShow={fresh.newer === null || fresh.newer > 0 ? fresh.showNewest : fresh.acceptMoved}
      />
    </>
  );
}

function toTexts(query: Readonly<Record<string, string | number | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

function copiedRow<T extends object>({ row: { value } }: { row: ReadRow<T> }): CopiedRow {
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, field === null ? null : String(field)]),
  );
}
