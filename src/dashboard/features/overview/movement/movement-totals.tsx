import { Link } from 'react-router';
import { groupDigits } from '#dashboard/lib/digits.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import type { MovementLinks } from './movement-address.ts';
import type { Totals } from './movement-days.ts';
import classes from './movement.module.css';

type Props = { totals: Totals; currency: string; links: MovementLinks };

/** The sums of the whole range, and what the colours of the chart mean. */
export function MovementTotals({ totals, currency, links }: Props) {
  return (
    <dl className={classes['totals']}>
      <div>
        <dt data-key="in">In, {currency}</dt>
        <dd>
          <Link to={links.ofRange('in')} className={classes['number']}>
            <Amount value={totals.in} />
          </Link>
        </dd>
      </div>
      <div>
        <dt data-key="out">Out, {currency}</dt>
        <dd>
          <Link to={links.ofRange('out')} className={classes['number']}>
            <Amount value={totals.out} />
          </Link>
        </dd>
      </div>
      <div>
        <dt data-key="net">Net, {currency}</dt>
        <dd>
          <Link to={links.ofRange()} className={classes['number']}>
            <Amount value={totals.net} sign="+" />
          </Link>
        </dd>
      </div>
      <div>
        <dt>Transactions</dt>
        <dd>
          <Link to={links.ofRange()} className={classes['number']}>
            {groupDigits(totals.transactions)}
          </Link>
        </dd>
      </div>
    </dl>
  );
}
