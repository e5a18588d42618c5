import type { RefObject } from 'react';
import type { To } from 'react-router';
import { walletNetworks, walletTypes } from '#domain/networks.ts';
import { LinkButton } from '../../ui/button.tsx';
import { FilterSelect } from '../../ui/filter-controls.tsx';
import { AddressFilter } from './address-filter.tsx';
import { optionsWith } from '../../list/filter-options.ts';
import { networkLabel } from '../../lib/network-words.ts';
import { wordsOfType } from './wallet-words.ts';
import classes from './wallet-filters.module.css';
import type { WalletListQuery, WalletRow } from './wallets.queries.ts';

type Props = {
  query: WalletListQuery;
  rows: WalletRow[];
  isFiltered: boolean;
  /** The same list without its filters. */
  unfiltered: To;
  onChange: (change: { address?: string; type?: string; network?: string }) => void;
  addressInput: RefObject<HTMLInputElement | null>;
};

export function WalletFilters({ query, rows, isFiltered, unfiltered, onChange, addressInput }: Props) {
  const types = optionsWith(walletTypes, [query.type, ...rows.map((row) => row.value.type)]);
  const codes = optionsWith(walletNetworks, [query.network, ...rows.map((row) => row.value.network)]);
  return (
    <search className={classes['filters']}>
      <AddressFilter
        value={query.address ?? ''}
        network={query.network}
        onChange={(address) => onChange({ address })}
        inputRef={addressInput}
      />
      <div className={classes['selects']}>
        <FilterSelect
          aria-label="Network"
          value={query.network ?? ''}
          data={[
            { value: '', label: 'All networks' },
            ...codes.map((code) => ({ value: code, label: networkLabel(code) })),
          ]}
          onChange={(event) => onChange({ network: event.currentTarget.value })}
        />
        <FilterSelect
          aria-label="Type"
          value={query.type ?? ''}
          data={[
            { value: '', label: 'All types' },
            ...types.map((type) => ({ value: type, label: wordsOfType(type).label })),
          ]}
          onChange={(event) => onChange({ type: event.currentTarget.value })}
        />
        {isFiltered && (
          <LinkButton to={unfiltered} replace variant="subtle" className={classes['clearAll'] ?? ''}>
            Clear filters
          </LinkButton>
        )}
      </div>
    </search>
  );
}
