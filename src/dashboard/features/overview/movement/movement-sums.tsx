import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconChartBar } from '@tabler/icons-react';
import { formatCount, formatInteger } from '#domain/format.ts';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import { liveEveryMs, useIsLive } from '#dashboard/list/live-setting.ts';
import { MovementChart } from './movement-chart.tsx';
import {
  bucketOf,
  type MovementAddress,
  movementLinks,
  type MovementLinks,
  type MovementPeriod,
  movementRanges,
} from './movement-address.ts';
import { sumByBucket } from './movement-buckets.ts';
import { type Totals, totalsOf } from './movement-days.ts';
import { MovementSkeleton } from './movement-skeleton.tsx';
import { MovementTable } from './movement-table.tsx';
import { otherRowsMessage } from '#dashboard/lib/unproved.ts';
import { type Movement, movementOf, movementProgress } from './movement.queries.ts';
import type { Instant } from '#domain/time.ts';
import { NumberLink } from './number-link.tsx';
import { Amount } from '#dashboard/ui/amount.tsx';
import classes from './movement.module.css';

type Props = {
  address: MovementAddress & { currency: string };
  iana: string;
  /** The past moment that they end at; undefined for now. */
  at: Instant | undefined;
};

/** The sums of a currency and a period, as a chart or as a table. */
export function MovementSums({ address, iana, at }: Props) {
  const { currency, period, isCumulative } = address;
  const isLive = useIsLive();
  const { data, error, refetch } = useQuery({
    ...movementOf(currency, period, iana, at),
    refetchInterval: isLive && at === undefined ? liveEveryMs : false,
  });
  const { data: progress = null } = useQuery(movementProgress(currency, period, iana));
  const retry = () => void refetch();

  if (data === undefined) {
    return error === null ? (
      <MovementSkeleton progress={progress} />
    ) : (
      <Stack gap={0} justify="center" mih={294}>
        <ErrorState error={error} onRetry={retry} />
      </Stack>
    );
  }
  const totals = totalsOf(data.days);
  const { days, pin, isBooked } = data;
  const links = movementLinks({ currency, period, days, pin, isBooked, isPast: at !== undefined });
  const bucket = bucketOf(address);
  const movements = sumByBucket(data.days, bucket);
  const shown = { movements, bucket, currency, links, isCumulative };
  return (
    <>
      {error !== null && <FailureAlert error={error} onRetry={retry} />}
      {problemsOf(data).map((problem) => (
        <Alert tone="warning" key={problem}>
          {problem}
        </Alert>
      ))}
      {data.isOfWholeList && (
        <Text size="sm" c="dimmed" mb="xs">
          Data as of <Time value={data.pin} />.
        </Text>
      )}
      {data.expected === 0 ? (
        <Stack gap={0} justify="center" mih={294}>
          <EmptyState
            icon={<IconChartBar size={20} />}
            title={`No ${currency} movements ${periodPhrase(period, at)}`}
          >
            Completed deposits and withdrawals appear here. Try another currency or a longer period.
          </EmptyState>
        </Stack>
      ) : (
        <>
          <MovementTotals totals={totals} currency={currency} links={links} />
          {address.isTable ? <MovementTable {...shown} /> : <MovementChart {...shown} />}
        </>
      )}
    </>
  );
}

function periodPhrase(period: MovementPeriod, at: Instant | undefined): string {
  return typeof period === 'string'
    ? `in the ${at === undefined ? 'last ' : ''}${movementRanges[period]} days${at === undefined ? '' : ' up to then'}`
    : `from ${period.from} to ${period.to}`;
}

/** Why the sums may not be those of the lists that they lead to. */
function problemsOf({ found, expected, unread, otherRows }: Movement): string[] {
  return [
    ...(otherRows === 0 ? [] : [otherRowsMessage(otherRows)]),
    ...(found === expected
      ? []
      : [`${formatInteger(found)} of ${formatCount(expected, 'transaction')} could be read.`]),
    ...(unread === 0
      ? []
      : [`Not included because of invalid values: ${formatCount(unread, 'transaction')}.`]),
  ];
}

type MovementTotalsProps = { totals: Totals; currency: string; links: MovementLinks };

/** The sums of the whole period, and the legend of the chart's colors. */
function MovementTotals({ totals, currency, links }: MovementTotalsProps) {
  return (
    <dl className={classes['totals']}>
      <div>
        <dt data-key="in">{currency} in</dt>
        <dd>
          <NumberLink to={links.ofRange('in')}>
            <Amount value={totals.in} />
          </NumberLink>
        </dd>
      </div>
      <div>
        <dt data-key="out">{currency} out</dt>
        <dd>
          <NumberLink to={links.ofRange('out')}>
            <Amount value={totals.out} />
          </NumberLink>
        </dd>
      </div>
      <div>
        <dt data-key="net">{currency} net</dt>
        <dd>
          <NumberLink to={links.ofRange()}>
            <Amount value={totals.net} sign="+" />
          </NumberLink>
        </dd>
      </div>
      <div>
        <dt>Transactions</dt>
        <dd>
          <NumberLink to={links.transactions()}>{formatInteger(totals.transactions)}</NumberLink>
        </dd>
      </div>
    </dl>
  );
}
