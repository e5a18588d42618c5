import type { ExchangeTransaction } from '#contract/wallet-service/exchanges.ts';
import { currencies, withdrawalNetworks } from '#domain/networks.ts';
import { networkName } from '../../lib/network-words.ts';
import { ChoiceFilter, type FiltersProps, HistoryFilters } from '../../list/history-filters.tsx';
import type { exchanges } from './exchanges.history.ts';

type Props = FiltersProps<typeof exchanges.schema, ExchangeTransaction>;

const sides = [
  { side: 'from', word: 'From' },
  { side: 'to', word: 'To' },
] as const;

export function ExchangeFilters({ list, rows, searchInput }: Props) {
  const find = {
    label: 'Find by exchange id',
    value: list.address.query.transaction_id,
    least: 1,
    filters: (id: string) => ({ transaction_id: id }),
  };
  return (
    <HistoryFilters list={list} find={find} searchInput={searchInput}>
      {sides.map(({ side, word }) => (
        <ChoiceFilter
          key={side}
          list={list}
          name={`currency_${side}`}
          all={`${word} currency`}
          known={currencies}
          met={rows.map(({ value }) => value[`currency_${side}`])}
          word={(currency) => `${word} ${currency}`}
        />
      ))}
      {sides.map(({ side, word }) => (
        <ChoiceFilter
          key={side}
          list={list}
          name={`network_${side}`}
          all={`${word} network`}
          known={withdrawalNetworks}
          met={rows.map(({ value }) => value[`network_${side}`])}
          word={(network) => `${word} ${networkName(network)}`}
        />
      ))}
    </HistoryFilters>
  );
}
