import type { RefObject } from 'react';
import { currencies, withdrawalNetworks } from '#domain/networks.ts';
import { networkLabel } from '../../lib/network-words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { FilterSelect } from '../../ui/filter-controls.tsx';
import { RangeFilter } from '../../ui/range-filter/range-filter.tsx';
import { optionsWith } from '../lists/filter-options.ts';
import classes from '../lists/list-bars.module.css';
import { SearchFilter } from '../lists/search-filter.tsx';
import type { HistoryListState } from '../lists/use-history-list.ts';
import { idFilters } from './id-filters.ts';
import type { withdrawals } from './withdrawals.history.ts';

type Props = {
  list: HistoryListState<typeof withdrawals.schema>;
  met: { networks: readonly (string | undefined)[]; currencies: readonly (string | undefined)[] };
  searchInput: RefObject<HTMLInputElement | null>;
};

export function WithdrawalFilters({ list, met, searchInput }: Props) {
  const { address, change, isFiltered, page } = list;
  const { query, range } = address;
  return (
    <search className={classes['filters']}>
      <SearchFilter
        value={query.request_id ?? query.external_id ?? ''}
        label="Find by request or external id"
        least={1}
        onChange={(id) => change(idFilters(id))}
        inputRef={searchInput}
      />
      <RangeFilter range={range} from={query.created_from} to={query.created_to} onChange={change} />
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
