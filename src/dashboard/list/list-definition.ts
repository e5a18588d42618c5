import type { ComponentType, ReactNode } from 'react';
import type * as z from 'zod/mini';
import type { ListSchema, ListSource } from '#dashboard/api/list-source.ts';
import type { ListSubjects } from '#dashboard/entities/aml/aml-results.queries.ts';
import type { ColumnOf } from '#dashboard/ui/data-table/table-columns.ts';
import type { WalletServiceOperationId } from '#contract/wallet-service/unsupported.ts';
import type { CopiedRow } from './copy-rows.ts';
import type { Creation } from './create-row.tsx';
import type { BulkAction } from './selection-bar.tsx';
import type { ExportListName } from './export/export-lists.ts';

/** A filter that takes one of some values, or any. Its name is the parameter's in `contract/list-parameter-names.ts`. */
export type ChoiceFilter<T> = {
  /** The label while nothing is chosen. */
  all: string;
  known: readonly string[];
  /** A row's value, so that every existing value can be chosen. */
  found?: (row: Partial<T>) => string | undefined | readonly string[];
  /** A choice's label; the service's value by default. `rows`: those on the page. */
  label?: (value: string, rows: readonly Partial<T>[]) => string;
};

/** A parameter that rows are chosen by: with a field of its own, or set by the search field, the tabs or links alone. */
export type Filter<T> = ChoiceFilter<T> | 'search' | 'tabs' | 'link';

/** Every field of a row, as a column or `elsewhere`. Columns of anything else have IDs of their own. */
export type Columns<T> = { readonly [name in keyof T & string]: ColumnOf<T> | null } & {
  readonly [name: string]: ColumnOf<T> | null;
};

type ViewParameter =
  | 'limit'
  | 'offset'
  | 'sort_by'
  | 'sort_direction'
  | `${'created' | 'booked'}_${'from' | 'to'}`;

/** The parameters that choose rows, except for the time, which every list filters in one way. */
type FilterName<S extends ListSchema> = Exclude<keyof z.output<S> & string, ViewParameter>;

/** A tab's value and label; `undefined` stands for all rows. */
export type Tab = { value: string | undefined; label: string; isCounted?: boolean };

/** A hint about the text that is being searched for. */
export type SearchHintProps<S extends ListSchema> = { text: string; query: z.output<S> };

export type OtherFiltersProps<S extends ListSchema> = {
  query: z.output<S>;
  /** Changes parameters of the address; what is undefined goes from it. */
  onChange: (change: Readonly<Record<string, string | undefined>>) => void;
};

/** What a key does with a row: it opens a path over the list, or copies a text. */
export type RowAction =
  /** `needs`: the operation that the page at the path carries out, which a provider may not have. */
  { path: string; needs?: WalletServiceOperationId } | { copy: string };

/**
 * A list of the service as one value: what is asked, which columns, filters and tabs there are, where rows lead, and
 * what can be done with them. At module scope.
 */
export type ListDefinition<S extends ListSchema, T extends object> = {
  source: ListSource<S, T>;
  /** What the rows are, one and many. */
  nouns: readonly [one: string, many: string];
  /** The path of the list. */
  path: string;
  /** The page of a row. Without it, rows lead nowhere. */
  rowPath?: (rowId: string) => string;
  /** The columns by their IDs, in their default order. */
  columns: Columns<T>;
  /** Columns that are not shown by default. */
  hidden?: readonly string[];
  /** Columns that stay while the others scroll. */
  pinned?: readonly string[];
  /** What the search field looks for. */
  search: {
    /** Shown below the field while the user types there, unless it is empty. */
    Hint?: ComponentType<SearchHintProps<S>>;
    label: string;
    /** The current search text. */
    textOf: (query: z.output<S>) => string | undefined;
    /** The filters that a text sets. `isOwnService`: it knows the parameters that the published interface doesn't have. */
    filtersOf: (text: string, isOwnService: boolean) => { [name in FilterName<S>]?: string | undefined };
    /** The shortest text that is searched for, where the service has a bound. */
    least?: number;
    /** What to do instead of searching for an amount, where rows have amounts. */
    amountHint?: string;
  };
  /** What every parameter of the operation that chooses rows is on the page, in the order of the fields. */
  filters: { [name in FilterName<S>]: Filter<T> };
  /** Which time the list’s period is about, where rows have another. */
  timeLabel?: string;
  /** The filters take a second line, since there are too many for one. */
  hasManyFilters?: true;
  tabs?: { filter: FilterName<S>; choices: readonly Tab[] };
  /** Which address of a row AML checks are about. It fills `amlColumn`, and offers to check unscreened ones. */
  screening?: ListSubjects<T>;
  /** The addresses of a row that are shown by name, if they are wallets or in the address book. */
  partiesOf?: (value: Partial<T>) => readonly (string | undefined)[];
  /** The list's name in exports. Without it, rows are neither added up nor exported. */
  exported?: ExportListName;
  /** The addresses and hashes of a row. */
  addressesOf?: (value: Partial<T>) => readonly (string | null | undefined)[];
  /** The times that a row shows; without it, when it came to be. */
  timesOf?: (value: Partial<T>) => readonly (string | null | undefined)[];
  /** The page for creating rows. */
  creation?: Creation;
  /** What can be done with the selected rows, besides copying them. */
  bulkActions?: readonly BulkAction[];
  /** A row as it is copied; without it, all its fields. */
  copied?: (value: Partial<T>) => CopiedRow;
  /** Keys for the focused row, in addition to those that all lists have. */
  rowKeys?: Readonly<Record<string, (value: Partial<T>) => RowAction | undefined>>;
  /** Keys that change a row at once. */
  useRowChanges?: () => Readonly<Record<string, (value: Partial<T>) => void>>;
  /** Shown next to the title, before the actions that all lists have. */
  Actions?: ComponentType;
  /** Shown over the list, if the page itself handles its dialogs' URLs. */
  Dialogs?: ComponentType;
  /** Filters with controls of their own, after the others. */
  OtherFilters?: ComponentType<OtherFiltersProps<S>>;
  /** Above tabs and filters. */
  above?: ReactNode;
  /** Between the filters and the rows: what is said of all rows that the query, without its page, is about. */
  Summary?: ComponentType<{ query: z.output<S> }>;
  /** Shown when there is nothing at all. */
  empty: ReactNode;
};
