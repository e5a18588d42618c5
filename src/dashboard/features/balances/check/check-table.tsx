import { Text } from '@mantine/core';
import { Link } from 'react-router';
import {
  IconAlertTriangle,
  IconArrowBarToUp,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconFileUnknown,
} from '@tabler/icons-react';
import { type Decimal, decimalPlaces, ZERO } from '#domain/decimal.ts';
import { formatInteger, pluralize } from '#domain/format.ts';
import { networkName } from '#dashboard/lib/format.ts';
import { ElementList } from '#dashboard/ui/element-list.tsx';
import { walletsAddress } from '#dashboard/entities/balances/balances-url.ts';
import balances from '#dashboard/entities/balances/balances.module.css';
import { networksOf, typeLabel, walletNetworksOf } from '#dashboard/entities/balances/balance-labels.ts';
import { CopyableAmount } from '#dashboard/entities/balances/copyable-amount.tsx';
import type { CheckRow, Verdict } from './wallet-check.ts';
import classes from './check.module.css';

/** Compares each balance with the sum of its wallets. */
export function CheckTable({ rows }: { rows: CheckRow[] }) {
  const hasPools = rows.some(hasPool);
  const amounts = rows.flatMap(({ stated, walletsTotal, pool }) => [
    stated ?? ZERO,
    walletsTotal,
    pool ?? ZERO,
  ]);
  const places = Math.max(...amounts.map(decimalPlaces));
  const differencePlaces = Math.max(
    0,
    ...rows.filter(isCompared).map(({ difference }) => decimalPlaces(difference)),
  );
  return (
    <table className={balances['table']} aria-label="Balances and wallets">
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
          <tr className={balances['group']}>
            <th scope="rowgroup" colSpan={7}>
              {typeLabel(type)}
            </th>
          </tr>
          {ofType.map((row) => (
            <Row
              key={row.key}
              row={row}
              places={places}
              differencePlaces={differencePlaces}
              hasPools={hasPools}
            />
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** The part of the balance outside of wallets. Personal wallets and deposit addresses have no pool. */
function hasPool({ type, field, pool }: CheckRow): boolean {
  return pool !== undefined && type === 'accounting' && field !== 'blockchain';
}

const fieldLabels = { available: undefined, transit: 'in transit', blockchain: 'on deposit addresses' };

/** Whether the difference says something. */
function isCompared({ verdict }: CheckRow): boolean {
  return verdict === 'proved' || verdict === 'difference';
}

type RowProps = { row: CheckRow; places: number; differencePlaces: number; hasPools: boolean };

function Row({ row, places, differencePlaces, hasPools }: RowProps) {
  const { type, network, currency, field, stated, walletsTotal, wallets, pool, difference, verdict } = row;
  const hasWallets = row.rule !== 'pool';
  const amount = (value: Decimal) => <CopyableAmount value={value} currency={currency} places={places} />;
  return (
    <tr className={balances['line']}>
      <th scope="row" data-part="first">
        {currency}
        {fieldLabels[field] !== undefined && (
          <Text component="small" ml="xs" c="dimmed" size="xs">
            {fieldLabels[field]}
          </Text>
        )}
      </th>
      <td data-part="second">
        <Networks type={type} network={network} />
      </td>
      <td data-align="end" data-part="count">
        {hasWallets ? (
          <>
            {formatInteger(wallets)}
            <span className="unseen"> {pluralize(wallets, 'wallet')}</span>
          </>
        ) : (
          <span className="unseen">no wallets</span>
        )}
      </td>
      <td data-align="end" data-part="other" data-label="Balance">
        {stated === undefined ? <span className={balances['nothing']}>not listed</span> : amount(stated)}
      </td>
      <td
        data-align="end"
        data-part="other"
        data-label={hasPools ? 'Wallets and pool' : 'Sum of wallets'}
        data-none={(!hasWallets && !hasPool(row)) || undefined}
      >
        {hasWallets && amount(walletsTotal)}
        {hasPool(row) && pool !== undefined && (
          <span className={hasWallets ? balances['held'] : undefined}>Pool {amount(pool)}</span>
        )}
        {!hasWallets && !hasPool(row) && <span className="unseen">on no wallet</span>}
      </td>
      <td
        data-align="end"
        data-part="other"
        data-label="Difference"
        data-none={!isCompared(row) || undefined}
      >
        {isCompared(row) ? (
          <CopyableAmount value={difference} currency={currency} places={differencePlaces} />
        ) : (
          <span className="unseen">not compared</span>
        )}
      </td>
      <td data-part="verdict">
        <VerdictBadge verdict={verdict} />
      </td>
    </tr>
  );
}

function Networks({ type, network }: Pick<CheckRow, 'type' | 'network'>) {
  const linked = walletNetworksOf(network);
  const elements = networksOf(network).map((code) => ({
    key: code,
    element: linked.includes(code) ? (
      <Link to={walletsAddress(type, code)} className={balances['link']}>
        <span className="unseen">{typeLabel(type)} wallets on </span>
        {networkName(code)}
      </Link>
    ) : (
      networkName(code)
    ),
  }));
  return <ElementList elements={elements} />;
}

const verdicts = {
  proved: { label: 'Proved', counted: 'proved', tone: 'positive', icon: IconCircleCheck },
  bounded: {
    label: 'Upper bound only',
    counted: 'upper bound only',
    tone: 'neutral',
    icon: IconArrowBarToUp,
  },
  difference: { label: 'Differs', counted: 'different', tone: 'negative', icon: IconAlertTriangle },
  changed: { label: 'Changed', counted: 'changed', tone: 'warning', icon: IconClock },
  incomplete: { label: 'Incomplete', counted: 'incomplete', tone: 'warning', icon: IconFileUnknown },
  unchecked: { label: 'Not checked', counted: 'not checked', tone: 'neutral', icon: IconCircleDashed },
} as const satisfies Record<Verdict, { label: string; counted: string; tone: string; icon: unknown }>;

type VerdictBadgeProps = {
  verdict: Verdict;
  /** How many balances have it: `11 proved`. Left out, the badge is about one. */
  count?: number;
};

export function VerdictBadge({ verdict, count }: VerdictBadgeProps) {
  const { label, counted, tone, icon: Icon } = verdicts[verdict];
  return (
    <span className={classes['verdict']} data-tone={count === 0 ? 'neutral' : tone}>
      <Icon size={15} aria-hidden />
      {count === undefined ? label : `${formatInteger(count)} ${counted}`}
    </span>
  );
}
