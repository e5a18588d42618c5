import { IconWallet } from '@tabler/icons-react';
import { Link } from 'react-router';
import { isPositive } from '#domain/decimal.ts';
import classes from '../balance-table.module.css';
import { networkKeyLabel, networksOf, typeLabel, walletNetworksOf } from '../balance-words.ts';
import { type BalanceView, walletsAddress } from '#dashboard/entities/balances/balances-url.ts';
import { networkName } from '#dashboard/lib/network-words.ts';
import { usePermission } from '#dashboard/session/use-permission.ts';
import { newWithdrawalFrom } from '#dashboard/entities/withdrawals/new-withdrawal-path.ts';
import { AmountCells, type AmountColumns } from './amount-cells.tsx';
import type { Group, ShownLine, Subgroup } from './balance-groups.ts';
import { DistributionBar, isWorthABar, Swatch } from './distribution-bar.tsx';
import { shareOf } from './shares.ts';

type Props = { view: BalanceView; group: Group; columns: AmountColumns };

/** A currency, a network or a wallet type, with its lines. */
export function BalanceGroup({ view, group, columns }: Props) {
  const { key, total, subgroups } = group;
  const lines = subgroups.flatMap((subgroup) => subgroup.lines);
  const hasBar = total !== undefined && isWorthABar(lines);
  const width = 6 + Number(columns.transit !== undefined) + Number(columns.blockchain !== undefined);
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

type SubgroupProps = Omit<Props, 'group'> & {
  subgroup: Subgroup;
  /** The lines of the group's bar, where it has one. */
  marked: ShownLine[] | undefined;
};

function SubgroupRows({ view, subgroup, columns, marked }: SubgroupProps) {
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
            <td data-part="wallets" className={classes['links']}>
              <WalletLinks line={line} />
            </td>
            <td data-part="wallets" className={classes['links']}>
              <WithdrawLink line={line} />
            </td>
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

/** To the form for a withdrawal, with the line as its source. */
function WithdrawLink({ line: { type, network, currency, available } }: { line: ShownLine }) {
  const mayWithdraw = usePermission('withdrawals:write').allowed;
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

/** What tells a line from the others of its group. */
function lineLabels(view: BalanceView, line: ShownLine): [string, string] {
  const type = typeLabel(line.type);
  const network = networkKeyLabel(line.network);
  if (view === 'currency') return [type, network];
  return view === 'network' ? [line.currency, type] : [line.currency, network];
}
