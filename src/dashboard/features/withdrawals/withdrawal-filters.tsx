import type { WithdrawalDetail } from '#contract/wallet-service/withdrawals.ts';
import { currencies, withdrawalNetworks } from '#domain/networks.ts';
import { networkLabel } from '../../lib/network-words.ts';
import { ChoiceFilter, type FiltersProps, HistoryFilters } from '../lists/history-filters.tsx';
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
