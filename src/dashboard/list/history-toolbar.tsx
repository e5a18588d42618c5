import { type Dispatch, lazy, type ReactNode, type SetStateAction, Suspense, use } from 'react';
import { useMatch, useNavigate } from 'react-router';
import type { ReadRow } from '#contract/read-answer.ts';
import { serverNow } from '../lib/server-time.ts';
import { useTimeZone } from '../lib/time-zone.ts';
import type { CellOf } from '../features/aml/column/aml-column.tsx';
import { ExportButton } from './export/export-button.tsx';
import type { ExportListName } from './export/export-lists.ts';
import { SavedViews } from './saved-views/saved-views.tsx';
import { ColumnsButton, type NamedColumn } from './columns-button.tsx';
import { type CopiedRow, rowsAsText } from './copy-rows.ts';
import type { Changes } from './changes.ts';
import { CreateRow, useCreation } from './create-row.tsx';
import { DeleteSelected, useDeletion } from './delete-selected.tsx';
import { filterWords, viewOf } from './filter-words.ts';
import type { HistorySchema } from './history-address.ts';
import classes from './list-bars.module.css';
import type { History } from './history.queries.ts';
import { LiveStatus } from './live-status.tsx';
import { NewsBar } from './news-bar.tsx';
import { openAnew } from './opens-anew.ts';
import { resolveHistory } from './resolve-history.ts';
import { SelectionBar } from './selection-bar.tsx';
import { type StatusTab, StatusTabs } from './status-tabs.tsx';
import { SumsButton } from './sums-button.tsx';
import type { ColumnLayoutState } from './use-column-layout.ts';
import type { HistoryListState } from './use-history-list.ts';
import { useListKeys } from './use-list-keys.ts';
import { useRowFocusReturn } from './use-row-focus-return.ts';
import type { SelectionState } from './use-selection.ts';

// Loaded beside the rows: none of it is needed to show them.

const aml = () => import('../features/aml/history-aml.tsx');
const CheckUnchecked = lazy(async () => ({ default: (await aml()).CheckUncheckedOf }));
const AmlResults = lazy(async () => ({ default: (await aml()).HistoryResults }));

/** The histories whose rows are about an address that AML checks can be of. */
const amlHistories = new Set(['transactions', 'withdrawals']);

type ActionsProps<S extends HistorySchema> = {
  name: string;
  title: string;
  /** What the rows are, many of them. */
  many: string;
  exported: ExportListName;
  count: number | undefined;
  list: HistoryListState<S>;
  changes: Promise<Changes> | undefined;
};

/** What can be done with the whole list: show a view of it, add it up, export it. */
export function HistoryActions<S extends HistorySchema>(props: ActionsProps<S>) {
  const { name, title, many, exported, count, list } = props;
  const changes = props.changes && use(props.changes);
  const navigate = useNavigate();
  const { iana } = useTimeZone();
  // All rows of the list, in its order.
  const whole = { ...resolveHistory(list.address, serverNow(), iana), limit: undefined, offset: undefined };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: the output of a query's schema.
  const query = whole as Record<string, string | number | undefined>;
  return (
    <>
      <SavedViews
        list={name}
        allLabel={`All ${many}`}
        search={viewOf(list.search)}
        onApply={(view) => void navigate({ search: view }, { state: openAnew })}
      />
      <SumsButton list={exported} query={query} />
      {amlHistories.has(name) && (
        <CheckUnchecked
          name={name}
          title={title}
          exported={exported}
          // Without a pin the list has not been read yet, and nobody knows which rows it is to be.
          query={list.address.until && query}
          filters={filterWords(list.address)}
        />
      )}
      <ExportButton
        list={exported}
        query={query}
        pin={list.address.until ?? ''}
        zone={iana}
        count={count}
        filterWords={filterWords(list.address)}
      />
      {changes && <CreateRow creation={changes.creation} />}
    </>
  );
}

type ToolbarProps<S extends HistorySchema, T extends object> = {
  /** Where the list lives: its keys hold there, and not while a drawer lies over it. */
  path: string;
  words: readonly [one: string, many: string];
  list: HistoryListState<S>;
  rows: readonly { id: string; row: ReadRow<T> }[];
  selection: SelectionState;
  columns: readonly NamedColumn[];
  layout: ColumnLayoutState;
  history: History<S, T>;
  tabs: readonly StatusTab[];
  tabFilter: string | undefined;
  filters: ReactNode;
  changes: Promise<Changes> | undefined;
  focusSearch: () => void;
  /** Told what is in the cells of the AML column. */
  onAmlCells: Dispatch<SetStateAction<CellOf | undefined>>;
};

/** What says which rows are shown, how fresh they are, and what is done with those that are marked. */
export function HistoryToolbar<S extends HistorySchema, T extends object>(props: ToolbarProps<S, T>) {
  const { path, words, list, rows, selection, columns, layout, filters, focusSearch } = props;
  const { tabFilter = 'status' } = props;
  const { creation, deletion } = (props.changes && use(props.changes)) ?? {};
  const { fresh, address, linkTo } = list;
  const create = useCreation(creation);
  const deleting = useDeletion(deletion, fresh.refresh);
  const { [tabFilter]: current } = address.query as Partial<Record<string, string>>;
  const marked = rows.filter(({ id }) => selection.selected.has(id)).map(copiedRow);

  useListKeys(useMatch(path) !== null, {
    focusSearch,
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
        history={props.history}
        address={address}
        tabs={props.tabs}
        filter={tabFilter}
        current={current}
        linkTo={(next) => linkTo({ [tabFilter]: next, until: undefined })}
      />
      <div className={classes['toolbar']}>
        {filters}
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
      {amlHistories.has(props.history.name) && (
        <Suspense>
          <AmlResults name={props.history.name} rows={rows} onKnown={props.onAmlCells} />
        </Suspense>
      )}
      <NewsBar
        newer={fresh.newer}
        hasMoved={fresh.hasMoved}
        words={words}
        onShow={fresh.newer === null || fresh.newer > 0 ? fresh.showNewest : fresh.acceptMoved}
      />
    </>
  );
}

function copiedRow<T extends object>({ row: { value } }: { row: ReadRow<T> }): CopiedRow {
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, field === null ? null : String(field)]),
  );
}
