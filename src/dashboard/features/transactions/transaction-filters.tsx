import type { RefObject } from 'react';
import { currencies, withdrawalNetworks } from '#domain/networks.ts';
import { networkLabel } from '../../lib/network-words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { FilterSelect } from '../../ui/filter-controls.tsx';
import { RangeFilter } from '../../ui/range-filter/range-filter.tsx';
import { optionsWith } from '../lists/filter-options.ts';
import type { HistoryListState } from '../lists/use-history-list.ts';
import { SearchFilter } from '../lists/search-filter.tsx';
import classes from '../lists/list-bars.module.css';
import type { transactions } from './transactions.history.ts';

type Props = {
  list: HistoryListState<typeof transactions.schema>;
  met: { networks: readonly (string | undefined)[]; currencies: readonly (string | undefined)[] };
  searchInput: RefObject<HTMLInputElement | null>;
};

export function TransactionFilters({ list, met, searchInput }: Props) {
  const { address, change, isFiltered, page } = list;
  const { query, range } = address;
  return (
    <search className={classes['filters']}>
      <SearchFilter
        value={query.search ?? ''}
        label="Find by address, hash or id"
        onChange={(search) => change({ search })}
        inputRef={searchInput}
      />
      <RangeFilter
        range={range}
        from={query.created_from}
        to={query.created_to}
        onChange={({ range: next, created_from, created_to }) =>
          change({ range: next, created_from, created_to })
        }
      />
      <FilterSelect
        aria-label="Direction"
        value={query.direction ?? ''}
        data={[
          { value: '', label: 'In and out' },
          ...optionsWith(['in', 'out'], [query.direction]).map((value) => ({
            value,
            label: directionLabels[value] ?? value,
          })),
        ]}
        onChange={(event) => change({ direction: event.currentTarget.value })}
      />
      <FilterSelect
        aria-label="Network"
        value={query.network ?? ''}
        data={[
          { value: '', label: 'All networks' },
          ...optionsWith(withdrawalNetworks, [query.network, ...met.networks]).map((value) => ({
            value,
            label: networkLabel(value),
          })),
        ]}
        onChange={(event) => change({ network: event.currentTarget.value })}
      />
      <FilterSelect
        aria-label="Currency"
        value={query.currency ?? ''}
        data={[
          { value: '', label: 'All currencies' },
          ...optionsWith(currencies, [query.currency, ...met.currencies]).map((value) => ({
            value,
            label: value,
          })),
        ]}
        onChange={(event) => change({ currency: event.currentTarget.value })}
      />
      {isFiltered && (
        <LinkButton to={page.unfiltered} replace variant="subtle">
          Clear filters
        </LinkButton>
      )}
    </search>
  );
}

const directionLabels: Partial<Record<string, string>> = { in: 'In', out: 'Out' };
