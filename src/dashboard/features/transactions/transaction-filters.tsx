import type { Transaction } from '#contract/wallet-service/transactions.ts';
import { currencies, withdrawalNetworks } from '#domain/networks.ts';
import { networkLabel } from '../../lib/network-words.ts';
import { ChoiceFilter, type FiltersProps, HistoryFilters } from '../lists/history-filters.tsx';
import type { transactions } from './transactions.history.ts';

type Props = FiltersProps<typeof transactions.schema, Transaction>;

export function TransactionFilters({ list, rows, searchInput }: Props) {
  const find = {
    label: 'Find by address, hash or id',
    value: list.address.query.search,
    filters: (search: string) => ({ search }),
  };
  return (
    <HistoryFilters list={list} find={find} searchInput={searchInput}>
      <ChoiceFilter
        list={list}
        name="direction"
        label="Direction"
        all="In and out"
        known={['in', 'out']}
        word={(direction) => directionLabels[direction] ?? direction}
      />
      <ChoiceFilter
        list={list}
        name="network"
        label="Network"
        all="All networks"
        known={withdrawalNetworks}
        met={rows.map(({ value }) => value.network)}
        word={networkLabel}
      />
      <ChoiceFilter
        list={list}
        name="currency"
        label="Currency"
        all="All currencies"
        known={currencies}
        met={rows.map(({ value }) => value.currency)}
        word={String}
      />
    </HistoryFilters>
  );
}

const directionLabels: Partial<Record<string, string>> = { in: 'In', out: 'Out' };
