import { Text } from '@mantine/core';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { type Decimal, decimalPlaces, ZERO } from '#domain/decimal.ts';
import { groupDigits } from '#dashboard/lib/digits.ts';
import { networkName } from '#dashboard/lib/network-words.ts';
import table from '../balance-table.module.css';
import { networksOf, typeLabel, walletNetworksOf } from '../balance-words.ts';
import { walletsAddress } from '#dashboard/entities/balances/balances-url.ts';
import { CopyableAmount } from '../copyable-amount.tsx';
import { VerdictBadge } from './verdict-badge.tsx';
import type { CheckRow } from './wallet-check.ts';

/** Each balance beside the sum of its wallets. */
export function CheckTable({ rows }: { rows: CheckRow[] }) {
  const hasPools = rows.some(hasPool);
  const amounts = rows.flatMap(({ stated, walletsTotal, pool }) => [
    stated ?? ZERO,
    walletsTotal,
    pool ?? ZERO,
  ]);
  const places = Math.max(...amounts.map(decimalPlaces));
  return (
    <table className={table['table']} aria-label="Balances and wallets">
      <thead className="unseen-on-phone">
        <tr>
          <th scope="col">Currency</th>
          <th scope="col">Network</th>
          <th scope="col" data-align="end">
            Wallets
          </th>
          <th scope="col" data-align="end">
            Balance
          </th>
          <th scope="col" data-align="end">
            {hasPools ? 'Wallets and pool' : 'Sum of wallets'}
          </th>
          <th scope="col" data-align="end">
            Difference
          </th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      {[...Map.groupBy(rows, ({ type }) => type)].map(([type, ofType]) => (
        <tbody key={type}>
          <tr className={table['group']}>
            <th scope="rowgroup" colSpan={7}>
              {typeLabel(type)}
            </th>
          </tr>
          {ofType.map((row) => (
            <Row key={row.key} row={row} places={places} hasPools={hasPools} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** What of the balance is no wallet's: user wallets have no pool, nor do deposit addresses. */
function hasPool({ type, field, pool }: CheckRow): boolean {
  return pool !== undefined && type === 'accounting' && field !== 'blockchain';
}

const fieldWords = { available: undefined, transit: 'in transit', blockchain: 'on deposit addresses' };

function Row({ row, places, hasPools }: { row: CheckRow; places: number; hasPools: boolean }) {
  const { type, network, currency, field, stated, walletsTotal, wallets, pool, difference, verdict } = row;
  const isCompared = verdict === 'proved' || verdict === 'difference';
  const hasWallets = row.rule !== 'pool';
  const amount = (value: Decimal) => <CopyableAmount value={value} currency={currency} places={places} />;
  return (
    <tr className={table['line']}>
      <th scope="row" data-part="first">
        {currency}
        {fieldWords[field] !== undefined && (
          <Text component="small" ml="xs" c="dimmed" size="xs">
            {fieldWords[field]}
          </Text>
        )}
      </th>
      <td data-part="second">
        <Networks type={type} network={network} />
      </td>
      <td data-align="end" data-part="count">
        {hasWallets ? (
          <>
            {groupDigits(wallets)}
            <span className="unseen"> {wallets === 1 ? 'wallet' : 'wallets'}</span>
          </>
        ) : (
          <span className="unseen">no wallets</span>
        )}
      </td>
      <td data-align="end" data-part="other" data-label="Balance">
        {stated === undefined ? <span className={table['nothing']}>not listed</span> : amount(stated)}
      </td>
      <td
        data-align="end"
        data-part="other"
        data-label={hasPools ? 'Wallets and pool' : 'Sum of wallets'}
        data-none={(!hasWallets && !hasPool(row)) || undefined}
      >
        {hasWallets && amount(walletsTotal)}
        {hasPool(row) && pool !== undefined && (
          <span className={hasWallets ? table['held'] : undefined}>Pool {amount(pool)}</span>
        )}
        {!hasWallets && !hasPool(row) && <span className="unseen">on no wallet</span>}
      </td>
      <td data-align="end" data-part="other" data-label="Difference" data-none={!isCompared || undefined}>
        {isCompared ? amount(difference) : <span className="unseen">not compared</span>}
      </td>
      <td data-part="verdict">
        <VerdictBadge verdict={verdict} />
      </td>
    </tr>
  );
}

function Networks({ type, network }: Pick<CheckRow, 'type' | 'network'>) {
  const linked = walletNetworksOf(network);
  return networksOf(network).map((code, index) => (
    <Fragment key={code}>
      {index > 0 && ' and '}
      {linked.includes(code) ? (
        <Link to={walletsAddress(type, code)} className={table['link']}>
          <span className="unseen">{typeLabel(type)} wallets on </span>
          {networkName(code)}
        </Link>
      ) : (
        networkName(code)
      )}
    </Fragment>
  ));
}
