import type { Transaction } from '#contract/wallet-service/transactions.ts';
import {
  ChoiceFilter,
  CurrencyFilter,
  type FiltersProps,
  HistoryFilters,
  NetworkFilter,
} from '../../list/history-filters.tsx';
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
      <NetworkFilter list={list} met={rows.map(({ value }) => value.network)} />
      <CurrencyFilter list={list} met={rows.map(({ value }) => value.currency)} />
    </HistoryFilters>
  );
}

const directionLabels: Partial<Record<string, string>> = { in: 'In', out: 'Out' };
