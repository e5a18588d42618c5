import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { AddressNames, Party } from '#dashboard/entities/wallets/address-names.tsx';
import { networkName } from '#dashboard/lib/format.ts';
import { ListAddresses } from '#dashboard/list/list-addresses.tsx';
import { ReportTableView } from './report-table.tsx';
import type { PartyName, ReportTable } from './report-view.ts';
import classes from './reports.module.css';

const nameOf = ({ address, network, isOwn }: PartyName) => (
  <span className={classes['party']}>
    <Party address={address} network={network} />{' '}
    <Text span c="dimmed" inherit>
      {networkName(network)}
      {isOwn && ', your own'}
    </Text>
  </span>
);

/** Counterparties by the names of wallets and address book entries, where they have one. */
export function CounterpartyTable({ table }: { table: ReportTable }) {
  const addresses = useMemo(
    () => table.rows.map(({ name }) => ('address' in name ? name.address : undefined)),
    [table],
  );
  return (
    <ListAddresses values={addresses}>
      <AddressNames of={addresses}>
        <ReportTableView table={table} party={nameOf} />
      </AddressNames>
    </ListAddresses>
  );
}
