import { IconWallet } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type Decimal, isPositive, isZero } from '#domain/decimal.ts';
import type { Instant } from '#domain/time.ts';
import type { ValueCurrency } from '#domain/value-currencies.ts';
import { type BalanceView, walletsAddress } from '#dashboard/entities/balances/balances-url.ts';
import { networkName } from '#dashboard/lib/format.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { newWithdrawalFrom } from '#dashboard/entities/withdrawals/withdrawal-paths.ts';
import type { Amounts } from '#dashboard/entities/balances/balance-lines.ts';
import classes from '#dashboard/entities/balances/balances.module.css';
import {
  networkKeyLabel,
  networksOf,
  typeLabel,
  walletNetworksOf,
} from '#dashboard/entities/balances/balance-labels.ts';
import { CopyableAmount } from '#dashboard/entities/balances/copyable-amount.tsx';
import { AmountValue } from '#dashboard/entities/value/values.tsx';
import {
  type Group,
  type Overview,
  type Share,
  shareOf,
  type ShownLine,
  type Subgroup,
} from './balance-groups.ts';
import { DistributionBar, isWorthABar, Swatch } from './distribution-bar.tsx';

type Props = {
  view: BalanceView;
  overview: Overview;
  columns: AmountColumns;
  isReading: boolean;
  /** Without the ways to what is there now: wallets, and withdrawing from them. */
  isPast: boolean;
};

const headings = {
  currency: ['Wallet type', 'Network'],
  network: ['Currency', 'Wallet type'],
  type: ['Currency', 'Network'],
} as const satisfies Record<BalanceView, readonly [string, string]>;

/** The balances of one view. */
export function BalanceTable({ view, overview, columns, isReading, isPast }: Props) {
  return (
    <table className={classes['table']} aria-label="Balances" aria-busy={isReading}>
      <TableHead view={view} columns={columns} isPast={isPast} />
      {overview.groups.map((group) => (
        <BalanceGroup key={group.key} view={view} group={group} columns={columns} isPast={isPast} />
      ))}
    </table>
  );
}

export function TableHead({ view, columns, isPast }: Pick<Props, 'view' | 'columns' | 'isPast'>) {
  const [first, second] = headings[view];
  return (
    <thead className="unseen-on-phone">
      <tr>
        <th scope="col">{first}</th>
        <th scope="col">{second}</th>
        <th scope="col" data-align="end">
          Available
        </th>
        <th scope="col" data-align="end">
          Share
        </th>
        {columns.value !== undefined && (
          <th scope="col" data-align="end">
            Value in {columns.value}
          </th>
        )}
        {columns.transit !== undefined && (
          <th scope="col" data-align="end">
            In transit
          </th>
        )}
        {columns.blockchain !== undefined && (
          <th scope="col" data-align="end">
            On deposit addresses
          </th>
        )}
        {!isPast && (
          <>
            <th scope="col">Wallets on</th>
            <th scope="col">
              <span className="unseen">Withdraw</span>
            </th>
          </>
        )}
      </tr>
    </thead>
  );
}

type BalanceGroupProps = Pick<Props, 'view' | 'columns' | 'isPast'> & { group: Group };

/** A currency, a network or a wallet type, with its lines. */
function BalanceGroup({ view, group, columns, isPast }: BalanceGroupProps) {
  const { key, total, subgroups } = group;
  const lines = subgroups.flatMap((subgroup) => subgroup.lines);
  const hasBar = total !== undefined && isWorthABar(lines);
  const optional = [columns.value, columns.transit, columns.blockchain];
  const width = (isPast ? 4 : 6) + optional.filter((column) => column !== undefined).length;
  return (
    <tbody>
      <tr className={classes['group']}>
        <th scope="rowgroup" colSpan={total === undefined ? width : 2}>
          <span className={classes['heading']}>
            {labels[view](key)}
            {hasBar && <DistributionBar currency={key} lines={lines} total={total} />}
          </span>
        </th>
        {total !== undefined && (
          <AmountCells
            amounts={total}
            share={shareOf(total.available, total.available)}
            currency={key}
            columns={columns}
          />
        )}
      </tr>
      {subgroups.map((subgroup) => (
        <SubgroupRows
          key={subgroup.key}
          view={view}
          subgroup={subgroup}
          columns={columns}
          isPast={isPast}
          marked={hasBar ? lines : undefined}
        />
      ))}
    </tbody>
  );
}

const labels = {
  currency: (key: string) => key,
  network: networkKeyLabel,
  type: typeLabel,
} satisfies Record<BalanceView, (key: string) => string>;

type SubgroupProps = Omit<BalanceGroupProps, 'group'> & {
  subgroup: Subgroup;
  /** The lines of the group's bar, where it has one. */
  marked: ShownLine[] | undefined;
};

function SubgroupRows({ view, subgroup, columns, isPast, marked }: SubgroupProps) {
  const { lines, total, share } = subgroup;
  const currency = lines[0]?.currency ?? '';
  return (
    <>
      {lines.length > 1 && (
        <tr className={classes['subtotal']}>
          <th scope="row" data-part="first">
            {view === 'currency' ? typeLabel(subgroup.key) : subgroup.key}
          </th>
          <td data-part="second">{view === 'network' ? 'All wallet types' : 'All networks'}</td>
          <AmountCells amounts={total} share={share} currency={currency} columns={columns} />
        </tr>
      )}
      {lines.map((line) => {
        const [first, second] = lineLabels(view, line);
        return (
          <tr key={line.key} className={classes['line']} data-inner={lines.length > 1 || undefined}>
            <th scope="row" data-part="first">
              {marked !== undefined && <Swatch lines={marked} index={marked.indexOf(line)} />}
              {first}
            </th>
            <td data-part="second">{second}</td>
            <AmountCells amounts={line} share={line.share} currency={currency} columns={columns} />
            {!isPast && (
              <>
                <td data-part="wallets" className={classes['links']}>
                  <WalletLinks line={line} />
                </td>
                <td data-part="wallets" className={classes['links']}>
                  <WithdrawLink line={line} />
                </td>
              </>
            )}
          </tr>
        );
      })}
    </>
  );
}

function WalletLinks({ line: { type, network } }: { line: ShownLine }) {
  const codes = walletNetworksOf(network);
  if (codes.length === 0) return <span className={classes['nothing']}>Pool only</span>;
  return (
    <>
      <IconWallet size={14} stroke={1.75} aria-hidden className={classes['walletIcon']} />
      {codes.map((code) => (
        <Link key={code} to={walletsAddress(type, code)} className={classes['link']}>
          <span className="unseen">{typeLabel(type)} wallets on </span>
          {networkName(code)}
        </Link>
      ))}
    </>
  );
}

/** Links to the form for a withdrawal, with the line as its source. */
function WithdrawLink({ line: { type, network, currency, available } }: { line: ShownLine }) {
  const mayWithdraw = usePermission('withdrawals:write', { needs: 'createWithdrawalRequest' }).allowed;
  if (!mayWithdraw || !isPositive(available)) return null;
  const [first] = networksOf(network);
  const sender = type === 'accounting' ? 'exchange' : 'user';
  return (
    <Link to={newWithdrawalFrom({ sender, network: first, currency })} className={classes['link']}>
      Withdraw
      <span className="unseen">
        {' '}
        {currency} of {typeLabel(type)}, {networkKeyLabel(network)}
      </span>
    </Link>
  );
}

/** What distinguishes a line from the others of its group. */
function lineLabels(view: BalanceView, line: ShownLine): [string, string] {
  const type = typeLabel(line.type);
  const network = networkKeyLabel(line.network);
  if (view === 'currency') return [type, network];
  return view === 'network' ? [line.currency, type] : [line.currency, network];
}

/**
 * The most decimals that each kind of amount has in the table; undefined where the service publishes none of the
 * kind, which then has no column.
 */
export type AmountColumns = {
  available: number;
  transit: number | undefined;
  blockchain: number | undefined;
  /** What values are shown in, and as of which moment: see `AmountValue`. Undefined: they aren't. */
  value?: ValueCurrency | undefined;
  at?: Instant | undefined;
};

type AmountCellsProps = {
  amounts: Amounts;
  share: Share | undefined;
  currency: string;
  columns: AmountColumns;
};

function AmountCells({ amounts, share, currency, columns }: AmountCellsProps) {
  return (
    <>
      <td data-align="end" data-part="available">
        <CopyableAmount value={amounts.available} currency={currency} places={columns.available} />
        {amounts.onHold !== undefined && !isZero(amounts.onHold) && (
          <span className={classes['held']}>
            On hold <CopyableAmount value={amounts.onHold} currency={currency} places={columns.available} />
          </span>
        )}
      </td>
      <td data-align="end" data-part="share">
        {share?.text ?? <span className="unseen">no share</span>}
      </td>
      {columns.value !== undefined && (
        <td data-align="end" data-part="other" data-label={`Value in ${columns.value}`}>
          <AmountValue currency={currency} amount={amounts.available} at={columns.at} isBare />
        </td>
      )}
      {columns.transit !== undefined && (
        <PartCell label="In transit" amount={amounts.transit} currency={currency} places={columns.transit} />
      )}
      {columns.blockchain !== undefined && (
        <PartCell
          label="On deposit addresses"
          amount={amounts.blockchain}
          currency={currency}
          places={columns.blockchain}
        />
      )}
    </>
  );
}

type PartProps = { label: string; amount: Decimal | undefined; currency: string; places: number };

function PartCell({ label, amount, currency, places }: PartProps) {
  return (
    <td data-align="end" data-part="other" data-label={label} data-none={amount === undefined || undefined}>
      {amount === undefined ? (
        <span className="unseen">not reported</span>
      ) : (
        <CopyableAmount value={amount} currency={currency} places={places} />
      )}
    </td>
  );
}
