import type { ReactNode } from 'react';
import { BarChart } from '#dashboard/ui/bar-chart/bar-chart.tsx';
import { axisLabel } from './bucket-labels.ts';
import type { Bucket, BucketMovement } from './movement-buckets.ts';

type Props = {
  movements: readonly BucketMovement[];
  bucket: Bucket;
  currency: string;
  isCumulative: boolean;
  /** What can be hovered and focused, under the bars. */
  children: ReactNode;
};

/** The bars with their dates: inflow above, outflow below, a mark for the net. */
export function ChartDrawing({ movements, bucket, currency, isCumulative, children }: Props) {
  const lines = isCumulative ? 'inflow, outflow, net and cumulative net' : 'inflow, outflow and net';
  const isLong = totalDays(movements) > 366;
  return (
    <BarChart
      bars={movements.map((each) => ({
        key: each.date,
        up: each.in,
        down: each.out,
        net: each.transactions > 0 ? each.net : undefined,
      }))}
      sides={['Inflow', 'Outflow']}
      axis={{ isLong, labelOf: (index) => axisLabel(movements[index]?.date ?? '', bucket, isLong) }}
      label={`${currency} ${lines} by ${bucket}`}
      line={
        isCumulative
          ? { name: 'Cumulative net', amounts: movements.map(({ runningNet }) => runningNet) }
          : undefined
      }
    >
      {children}
    </BarChart>
  );
}

function totalDays(movements: readonly BucketMovement[]): number {
  return movements.reduce((total, { dayCount }) => total + dayCount, 0);
}
