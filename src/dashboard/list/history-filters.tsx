import type { ReactNode, RefObject } from 'react';
import type { ReadRow } from '#contract/read-answer.ts';
import { currencies, withdrawalNetworks } from '#domain/networks.ts';
import { networkLabel } from '../lib/network-words.ts';
import { LinkButton } from '../ui/button.tsx';
import { FilterSelect } from '../ui/filter-controls.tsx';
import { RangeFilter } from '../ui/range-filter/range-filter.tsx';
import { optionsWith } from './filter-options.ts';
import type { HistorySchema } from './history-address.ts';
import classes from './list-bars.module.css';
import { SearchFilter } from './search-filter.tsx';
import type { HistoryListState } from './use-history-list.ts';

/** What the filters of a history are given. */
export type FiltersProps<S extends HistorySchema, T> = {
  list: HistoryListState<S>;
  /** Those that are shown: what they have can be chosen. */
  rows: readonly ReadRow<T>[];
  /** The search field, which a key leads to. */
  searchInput: RefObject<HTMLInputElement | null>;
};

type Props<S extends HistorySchema> = Pick<FiltersProps<S, unknown>, 'list' | 'searchInput'> & {
  /** What the search field looks for. */
  find: {
    label: string;
    value: string | undefined;
    /** The shortest text that is searched for, where the service has a bound. */
    least?: number;
    /** The filters that a text sets. */
    filters: (text: string) => Record<string, string | undefined>;
  };
  /** Takes a second line where there are too many filters for one. */
  wraps?: boolean;
  /** The filters that this history alone has. */
  children: ReactNode;
};

/** The filters of a history: a search, the time that it covers, and its own. */
export function HistoryFilters<S extends HistorySchema>(props: Props<S>) {
  const { list, find, searchInput, wraps = false, children } = props;
  const { address, change, isFiltered, page } = list;
  return (
    <search className={classes['filters']} data-wraps={wraps || undefined}>
      <SearchFilter
        value={find.value ?? ''}
        label={find.label}
        {...(find.least !== undefined && { least: find.least })}
        onChange={(text) => change(find.filters(text))}
        inputRef={searchInput}
      />
      <RangeFilter
        range={address.range}
        from={address.query.created_from}
        to={address.query.created_to}
        onChange={change}
      />
      {children}
      {isFiltered && (
        <LinkButton to={page.unfiltered} replace variant="subtle">
          Clear filters
        </LinkButton>
      )}
    </search>
  );
}

type ChoiceProps<S extends HistorySchema> = {
  list: HistoryListState<S>;
  /** The parameter that it sets. */
  name: string;
  /** Its name for those who cannot see it; else it is what it says while nothing is chosen. */
  label?: string;
  /** What it says while nothing is chosen. */
  all: string;
  known: readonly string[];
  /** Values that the rows have: what exists can be chosen. */
  met?: readonly (string | undefined)[];
  word: (value: string) => string;
};

/** A filter that takes one of some values, or any. */
export function ChoiceFilter<S extends HistorySchema>(props: ChoiceProps<S>) {
  const { list, name, all, label = all, known, met = [], word } = props;
  const { [name]: value = '' } = list.address.query as Partial<Record<string, string>>;
  const options = optionsWith(known, [value === '' ? undefined : value, ...met]);
  return (
    <FilterSelect
      aria-label={label}
      value={value}
      data={[{ value: '', label: all }, ...options.map((option) => ({ value: option, label: word(option) }))]}
      onChange={(event) => list.change({ [name]: event.currentTarget.value })}
    />
  );
}

type MetProps<S extends HistorySchema> = Pick<ChoiceProps<S>, 'list' | 'met'>;

/** Chooses a network of the rows. */
export function NetworkFilter<S extends HistorySchema>(props: MetProps<S>) {
  const words = { name: 'network', label: 'Network', all: 'All networks' };
  return <ChoiceFilter {...props} {...words} known={withdrawalNetworks} word={networkLabel} />;
}

/** Chooses a currency of the rows. */
export function CurrencyFilter<S extends HistorySchema>(props: MetProps<S>) {
  const words = { name: 'currency', label: 'Currency', all: 'All currencies' };
  return <ChoiceFilter {...props} {...words} known={currencies} word={String} />;
}
