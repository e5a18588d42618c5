import type { BalanceView } from '#dashboard/entities/balances/balances-url.ts';
import classes from '../balance-table.module.css';
import type { Overview } from './balance-groups.ts';
import { BalanceGroup } from './balance-group.tsx';
import type { AmountColumns } from './amount-cells.tsx';

type Props = { view: BalanceView; overview: Overview; columns: AmountColumns; isReading: boolean };

const headings = {
  currency: ['Wallet type', 'Network'],
  network: ['Currency', 'Wallet type'],
  type: ['Currency', 'Network'],
} as const satisfies Record<BalanceView, readonly [string, string]>;

/** The balances of one view. */
export function BalanceTable({ view, overview, columns, isReading }: Props) {
  return (
    <table className={classes['table']} aria-label="Balances" aria-busy={isReading}>
      <TableHead view={view} columns={columns} />
      {overview.groups.map((group) => (
        <BalanceGroup key={group.key} view={view} group={group} columns={columns} />
      ))}
    </table>
  );
}

export function TableHead({ view, columns }: Pick<Props, 'view' | 'columns'>) {
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
        <th scope="col">Wallets on</th>
        <th scope="col">
          <span className="unseen">Withdraw</span>
        </th>
      </tr>
    </thead>
  );
}
