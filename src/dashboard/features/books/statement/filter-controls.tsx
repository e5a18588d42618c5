import { Group } from '@mantine/core';
import { isWhole } from '#contract/gateway/statement-part.ts';
import { sharedPoolKey } from '#contract/wallet-service/balances.ts';
import { currencies, walletTypes, withdrawalNetworks } from '#domain/networks.ts';
import { useChangeAddress } from '#dashboard/lib/use-change-address.ts';
import { networkKeyLabel, typeLabel } from '#dashboard/entities/balances/balance-labels.ts';
import { optionsWith } from '#dashboard/list/filter-labels.ts';
import { FilterSelect } from '#dashboard/ui/filter-controls.tsx';
import { WalletFilter } from '../wallet-filter.tsx';
import type { StatementFilters } from './statement-filters.ts';
import { formatStatementUrl, type StatementPeriod } from './statement-period.ts';
import { Button } from '#dashboard/ui/button.tsx';

const selects = [
  { name: 'type', label: 'Wallet type', all: 'All wallet types', known: walletTypes, labelOf: typeLabel },
  {
    name: 'network',
    label: 'Network',
    all: 'All networks',
    known: [...withdrawalNetworks, sharedPoolKey],
    labelOf: networkKeyLabel,
  },
  { name: 'currency', label: 'Currency', all: 'All currencies', known: currencies, labelOf: String },
] as const;

type Props = { period: StatementPeriod; filters: StatementFilters };

/** Limits the statement to one wallet, or to rows of one wallet type, network or currency. */
export function FilterControls({ period, filters }: Props) {
  const changeAddress = useChangeAddress();
  const show = (others: StatementFilters) =>
    void changeAddress({ search: formatStatementUrl(period, others) }, { replace: true });
  const change = (name: keyof StatementFilters, value: string | undefined) => {
    const { [name]: _before, ...others } = filters;
    show(value === undefined || value === '' ? others : { ...others, [name]: value });
  };
  return (
    <Group component="search" gap="sm">
      <WalletFilter wallet={filters.wallet} onChange={(address) => change('wallet', address)} />
      {selects.map(({ name, label, all, known, labelOf }) => (
        <FilterSelect
          key={name}
          aria-label={label}
          value={filters[name] ?? ''}
          data={[
            { value: '', label: all },
            ...optionsWith(known, [filters[name]]).map((value) => ({ value, label: labelOf(value) })),
          ]}
          onChange={(event) => change(name, event.currentTarget.value)}
        />
      ))}
      {!isWhole(filters) && (
        <Button variant="subtle" onClick={() => show({})}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}
