import type { RefObject } from 'react';
import { currencies, withdrawalNetworks } from '#domain/networks.ts';
import { networkName } from '../../lib/network-words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { FilterSelect } from '../../ui/filter-controls.tsx';
import { RangeFilter } from '../../ui/range-filter/range-filter.tsx';
import { optionsWith } from '../lists/filter-options.ts';
import classes from '../lists/list-bars.module.css';
import { SearchFilter } from '../lists/search-filter.tsx';
import type { HistoryListState } from '../lists/use-history-list.ts';
import type { exchanges } from './exchanges.history.ts';

type Props = {
  list: HistoryListState<typeof exchanges.schema>;
  met: { networks: readonly (string | undefined)[]; currencies: readonly (string | undefined)[] };
  searchInput: RefObject<HTMLInputElement | null>;
};

export function ExchangeFilters({ list, met, searchInput }: Props) {
  const { address, change, isFiltered, page } = list;
  const { query, range } = address;
  const sides = [
    {
      name: 'currency_from',
      all: 'From currency',
      before: 'From ',
      codes: currencies,
      met: met.currencies,
    },
    { name: 'currency_to', all: 'To currency', before: 'To ', codes: currencies, met: met.currencies },
    {
      name: 'network_from',
      all: 'From network',
      before: 'From ',
      codes: withdrawalNetworks,
      met: met.networks,
    },
    {
      name: 'network_to',
      all: 'To network',
      before: 'To ',
      codes: withdrawalNetworks,
      met: met.networks,
    },
  ] as const;
  return (
    <search className={classes['filters']}>
      <SearchFilter
        value={query.transaction_id ?? ''}
        label="Find by exchange id"
        least={1}
        onChange={(id) => change({ transaction_id: id })}
        inputRef={searchInput}
      />
      <RangeFilter range={range} from={query.created_from} to={query.created_to} onChange={change} />
      {sides.map(({ name, all, before, codes, met: seen }) => (
        <FilterSelect
          key={name}
          aria-label={all}
          value={query[name] ?? ''}
          data={[
            { value: '', label: all },
            ...optionsWith(codes, [query[name], ...seen]).map((value) => ({
              value,
              label: before + (name.startsWith('network') ? networkName(value) : value),
            })),
          ]}
          onChange={(event) => change({ [name]: event.currentTarget.value })}
        />
      ))}
      {isFiltered && (
        <LinkButton to={page.unfiltered} replace variant="subtle">
          Clear filters
        </LinkButton>
      )}
    </search>
  );
}
