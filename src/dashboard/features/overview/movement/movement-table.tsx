import { Text } from '@mantine/core';
import type { Decimal } from '#domain/decimal.ts';
import { isZero } from '#domain/decimal.ts';
import { formatInteger } from '#domain/format.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { bucketName, bucketNote } from './bucket-labels.ts';
import type { MovementLinks } from './movement-address.ts';
import type { Bucket, BucketMovement } from './movement-buckets.ts';
import { NumberLink } from './number-link.tsx';
import tables from '#dashboard/ui/table.module.css';
import classes from './movement.module.css';

type Props = {
  movements: readonly BucketMovement[];
  bucket: Bucket;
  currency: string;
  links: MovementLinks;
  isCumulative: boolean;
};

const titles = { day: 'Day', week: 'Week', month: 'Month' } satisfies Record<Bucket, string>;

/** The same numbers as the chart, newest first, each with what proves it. */
export function MovementTable({ movements, bucket, currency, links, isCumulative }: Props) {
  const columns = [
    ...['in', 'out', 'net', ...(isCumulative ? ['cumulative net'] : [])].map((name) => `${currency} ${name}`),
    'Transactions',
  ];
  return (
    <div className={classes['scroller']}>
      <table className={`${tables['table']} ${classes['table']}`} aria-label={`${currency} by ${bucket}`}>
        <thead className="unseen-on-phone">
          <tr>
            <th scope="col">{titles[bucket]}</th>
            {columns.map((column) => (
              <th scope="col" data-align="end" key={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {movements.toReversed().map((movement) => (
            <tr key={movement.date}>
              <th scope="row">
                {bucketName(movement, bucket)}{' '}
                <Text span c="dimmed" inherit>
                  {bucketNote(movement, bucket)}
                </Text>
              </th>
              <td data-align="end" data-label="In">
                <Sum value={movement.in} to={links.of(movement, 'in')} />
              </td>
              <td data-align="end" data-label="Out">
                <Sum value={movement.out} to={links.of(movement, 'out')} />
              </td>
              <td data-align="end" data-label="Net">
                <Sum value={movement.net} to={links.of(movement)} />
              </td>
              {isCumulative && (
                <td data-align="end" data-label="Cumulative net">
                  <Sum value={movement.runningNet} to={links.upTo(movement)} />
                </td>
              )}
              <td data-align="end" data-label="Transactions">
                {movement.transactions === 0 ? (
                  <Text span c="dimmed" inherit>
                    0
                  </Text>
                ) : (
                  <NumberLink to={links.transactions(movement)}>
                    {formatInteger(movement.transactions)}
                  </NumberLink>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A sum, linked to what proves it. Zero has no link. */
function Sum({ value, to }: { value: Decimal; to: string | undefined }) {
  return (
    <NumberLink to={isZero(value) ? undefined : to}>
      <Amount value={value} />
    </NumberLink>
  );
}
