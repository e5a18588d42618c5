import { Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Decimal } from '#domain/decimal.ts';
import { isZero } from '#domain/decimal.ts';
import { formatInteger } from '#domain/format.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { weekdayOf } from './day-labels.ts';
import type { MovementLinks } from './movement-address.ts';
import type { DayMovement } from './movement-days.ts';
import tables from '#dashboard/ui/table.module.css';
import classes from './movement.module.css';

type Props = { days: readonly DayMovement[]; currency: string; links: MovementLinks };

/** The same numbers as the chart, newest first, each with the transactions that it is the sum of. */
export function MovementTable({ days, currency, links }: Props) {
  return (
    <table className={`${tables['table']} ${classes['table']}`} aria-label={`${currency} by day`}>
      <thead className="unseen-on-phone">
        <tr>
          <th scope="col">Day</th>
          <th scope="col" data-align="end">
            {currency} in
          </th>
          <th scope="col" data-align="end">
            {currency} out
          </th>
          <th scope="col" data-align="end">
            {currency} net
          </th>
          <th scope="col" data-align="end">
            Transactions
          </th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((day) => (
          <tr key={day.date}>
            <th scope="row">
              {day.date}{' '}
              <Text span c="dimmed" inherit>
                {weekdayOf(day.date)}
              </Text>
            </th>
            <td data-align="end" data-label="In">
              <Sum value={day.in} to={links.ofDay(day, 'in')} />
            </td>
            <td data-align="end" data-label="Out">
              <Sum value={day.out} to={links.ofDay(day, 'out')} />
            </td>
            <td data-align="end" data-label="Net">
              <Sum value={day.net} to={links.ofDay(day)} />
            </td>
            <td data-align="end" data-label="Transactions">
              {day.transactions === 0 ? (
                <Text span c="dimmed" inherit>
                  0
                </Text>
              ) : (
                <Link to={links.ofDay(day)} className={classes['number']}>
                  {formatInteger(day.transactions)}
                </Link>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A sum and the way to what it is of; nothing leads nowhere. */
function Sum({ value, to }: { value: Decimal; to: string }) {
  if (isZero(value)) return <Amount value={value} />;
  return (
    <Link to={to} className={classes['number']}>
      <Amount value={value} />
    </Link>
  );
}
