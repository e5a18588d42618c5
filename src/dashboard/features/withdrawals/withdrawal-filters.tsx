import type { WithdrawalDetail } from '#contract/wallet-service/withdrawals.ts';
import {
  CurrencyFilter,
  type FiltersProps,
  HistoryFilters,
  NetworkFilter,
} from '../../list/history-filters.tsx';
import { idFilters } from './id-filters.ts';
import type { withdrawals } from './withdrawals.history.ts';

type Props = FiltersProps<typeof withdrawals.schema, WithdrawalDetail>;

export function WithdrawalFilters({ list, rows, searchInput }: Props) {
  const { request_id: requestId, external_id: externalId } = list.address.query;
  const find = {
    label: 'Find by request or external id',
    value: requestId ?? externalId,
    least: 1,
    filters: idFilters,
  };
  return (
    <HistoryFilters list={list} find={find} searchInput={searchInput}>
      <NetworkFilter list={list} met={rows.map(({ value }) => value.network)} />
      <CurrencyFilter list={list} met={rows.map(({ value }) => value.currency)} />
    </HistoryFilters>
  );
}
