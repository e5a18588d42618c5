import { Group } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useId, useState } from 'react';
import type { ReadRow } from '#contract/read-answer.ts';
import type { ListSchema } from '#dashboard/api/list-source.ts';
import { isOwnService } from '#dashboard/session/session.queries.ts';
import { labelOfParameter } from '#contract/list-parameter-names.ts';
import { Button, LinkButton } from '#dashboard/ui/button.tsx';
import { FilterSelect } from '#dashboard/ui/filter-controls.tsx';
import { Tooltip } from '#dashboard/ui/tooltip.tsx';
import { RangeFilter } from '#dashboard/ui/range-filter/range-filter.tsx';
import { optionsWith } from './filter-labels.ts';
import { hasPeriod, periodChange, periodOf } from './list-state.ts';
import classes from './list-bars.module.css';
import { isAmountSearch } from './amount-search.ts';
import type { ChoiceFilter, Filter, ListDefinition } from './list-definition.ts';
import { SearchFilter } from './search-filter.tsx';
import { useUnavailable } from './use-unavailable.ts';
import type { OpenList } from './use-list.ts';

type Props<S extends ListSchema, T extends object> = {
  definition: ListDefinition<S, T>;
  list: OpenList<S>;
  /** The rows on screen: their values can be chosen. */
  rows: readonly ReadRow<T>[];
  /** The search field, which a key leads to. */
  searchInput: RefObject<HTMLInputElement | null>;
};

/** The filters of a list: a search, the time that it covers, and its own. */
export function ListFilters<S extends ListSchema, T extends object>(props: Props<S, T>) {
  const { definition, list, rows, searchInput } = props;
  const id = useId();
  // Matters on a phone only, where the filters are folded.
  const [isOpen, setOpen] = useState(false);
  const { state, change, isFiltered, isRead, page } = list;
  const { source, search, filters, hasManyFilters, OtherFilters } = definition;
  const values = rows.map(({ value }): Partial<T> => value);
  const { Hint, least, amountHint } = search;
  const queryClient = useQueryClient();
  const searchText = search.textOf(state.query) ?? '';
  // Read first, so that no hint flashes for a number that is an ID.
  const isAmount = isRead && isAmountSearch(searchText, foundIds(definition, rows));
  const reasonAgainst = useUnavailable(source.operation.id);
  const searched = Object.entries<Filter<T>>(filters).filter(([, filter]) => filter === 'search');
  const againstSearch = searched.map(([name]) => reasonAgainst(name));
  const field = {
    reasonAgainst: againstSearch.every((reason) => reason !== undefined) ? againstSearch[0] : undefined,
    label: search.label,
    value: searchText,
    onChange: (text: string) => change({ ...search.filtersOf(text, isOwnService(queryClient)) }),
    inputRef: searchInput,
  };
  const { from, to } = periodOf(source.schema, state.query);
  return (
    <Group component="search" gap="sm" miw={0} className={classes['filters']} data-wraps={hasManyFilters}>
      <SearchFilter
        {...field}
        {...(least !== undefined && { least })}
        hint={isAmount ? amountHint : undefined}
        {...(Hint && { renderHint: (text) => <Hint text={text} query={state.query} /> })}
      />
      <Button
        variant="default"
        className={classes['filtersToggle'] ?? ''}
        leftSection={<IconFilter size={16} aria-hidden />}
        aria-label="Filters"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      />
      <div id={id} className={classes['more']} data-open={isOpen || undefined}>
        {hasPeriod(source.schema) && (
          <RangeFilter
            label={definition.timeLabel}
            range={state.range}
            from={from}
            to={to}
            onChange={({ range, created_from: start, created_to: end }) =>
              change({ range, ...periodChange(source.schema, { from: start, to: end }) })
            }
            reasonAgainst={reasonAgainst('created_from') ?? reasonAgainst('created_to')}
          />
        )}
        {Object.entries<Filter<T>>(filters).map(
          ([name, filter]) =>
            typeof filter === 'object' && (
              <Choice
                key={name}
                name={name}
                filter={filter}
                list={list}
                rows={values}
                reason={reasonAgainst(name)}
              />
            ),
        )}
        {OtherFilters && <OtherFilters query={state.query} onChange={change} />}
        {isFiltered && (
          <LinkButton to={page.unfiltered} replace variant="subtle">
            Clear filters
          </LinkButton>
        )}
      </div>
    </Group>
  );
}

/** What identifies the rows, wherever the search field looks for it. */
function foundIds<S extends ListSchema, T extends object>(
  { source, filters }: ListDefinition<S, T>,
  rows: readonly ReadRow<T>[],
): unknown[] {
  const searched = Object.entries<Filter<T>>(filters).filter(([, filter]) => filter === 'search');
  const names = new Set(searched.map(([name]) => name));
  return rows.flatMap((row) => [
    source.rowId(row),
    ...Object.entries(row.value).flatMap(([name, value]) => (names.has(name) ? [value] : [])),
  ]);
}

type ChoiceProps<S extends ListSchema, T> = {
  name: string;
  filter: ChoiceFilter<T>;
  list: OpenList<S>;
  rows: readonly Partial<T>[];
  /** Why the provider's rows can't be filtered so. */
  reason: string | undefined;
};

function Choice<S extends ListSchema, T>({ name, filter, list, rows, reason }: ChoiceProps<S, T>) {
  const { all, known, found, label = String } = filter;
  const { [name]: value = '' } = list.state.query as Partial<Record<string, string>>;
  const values = found === undefined ? [] : rows.flatMap((row) => found(row));
  const current = value === '' ? undefined : value;
  // What is set can always be taken back.
  const options =
    reason === undefined ? optionsWith(known, [current, ...values]) : optionsWith([], [current]);
  const select = (
    <FilterSelect
      aria-label={labelOfParameter(name) ?? name}
      value={value}
      data={[
        { value: '', label: all },
        ...options.map((option) => ({ value: option, label: label(option, rows) })),
      ]}
      aria-disabled={reason !== undefined || undefined}
      onChange={(event) => list.change({ [name]: event.currentTarget.value })}
    />
  );
  return reason === undefined ? select : <Tooltip label={reason}>{select}</Tooltip>;
}
