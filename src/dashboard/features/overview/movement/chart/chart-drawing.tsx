import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatAmount } from '#domain/format.ts';
import { axisLabel } from '../bucket-labels.ts';
import type { Bucket, BucketMovement } from '../movement-buckets.ts';
import { Bars, CutLabels } from './bars.tsx';
import classes from './chart.module.css';
import { chartScale, lineScale } from './chart-scale.ts';
import { CumulativeLine } from './cumulative-line.tsx';
import { percent } from './percent.ts';

const barsHeight = 200;
/** For the values of cut bars. */
const above = 18;
const between = 28;
const lineHeight = 80;
const below = 38;
/** How wide a figure of the axis is at most, in pixels. */
const figureWidth = 6.6;
/** For the name of a side, which is written upwards. */
const nameWidth = 18;

type Props = {
  movements: readonly BucketMovement[];
  bucket: Bucket;
  currency: string;
  isCumulative: boolean;
  /** What can be hovered and focused, under the bars. */
  children: ReactNode;
};

/** The bars with their lines and dates. Widths are shares of the room, so that nothing has to be measured. */
export function ChartDrawing({ movements, bucket, currency, isCumulative, children }: Props) {
  const [incoming, outgoing] = [movements.map((each) => each.in), movements.map((each) => each.out)];
  const running = movements.map(({ runningNet }) => runningNet);
  const bars = chartScale(incoming, outgoing, barsHeight);
  const line = lineScale(running, lineHeight);
  const lineTop = above + barsHeight + between;
  const ticks = [
    ...bars.ticks.map(({ value, y }) => ({ label: formatAmount(value), y: above + y })),
    ...(isCumulative
      ? line.ticks.map(({ value, y }) => ({
          label: (y > line.zero + 1e-6 ? '−' : '') + formatAmount(value),
          y: lineTop + y,
        }))
      : []),
  ];
  const labelWidth = nameWidth + Math.max(...ticks.map(({ label }) => label.length)) * figureWidth + 10;
  const height = above + barsHeight + (isCumulative ? between + lineHeight : 0) + below;
  const hasCut = [...incoming, ...outgoing].some(bars.isCut);
  const drawn = { scale: bars, top: above };
  const lines = isCumulative ? 'inflow, outflow, net and cumulative net' : 'inflow, outflow and net';
  return (
    <>
      <div className={classes['chart']}>
        <svg width={labelWidth} height={height} aria-hidden className={classes['axis']}>
          {ticks.map(({ label, y }) => (
            <text key={y} x={labelWidth - 10} y={y + 4} textAnchor="end">
              {label}
            </text>
          ))}
          <SideName y={above + bars.zero / 2}>Inflow</SideName>
          <SideName y={above + (bars.zero + barsHeight) / 2}>Outflow</SideName>
          {isCumulative && <SideName y={lineTop + lineHeight / 2}>Cumulative net</SideName>}
        </svg>
        <Box pos="relative" flex="1" miw={0} className={classes['plot']}>
          {children}
          <svg width="100%" height={height} role="img" aria-label={`${currency} ${lines} by ${bucket}`}>
            {ticks.map(({ y }) => (
              <line key={y} x1="0" x2="100%" y1={y} y2={y} className={classes['grid']} />
            ))}
            {movements.map((movement, index) => (
              <Bars
                key={movement.date}
                movement={movement}
                index={index}
                count={movements.length}
                {...drawn}
              />
            ))}
            <line
              x1="0"
              x2="100%"
              y1={above + bars.zero}
              y2={above + bars.zero}
              className={classes['zero']}
            />
            <CutLabels amounts={incoming} y={above - 7} scale={bars} />
            <CutLabels amounts={outgoing} y={above + barsHeight + 15} scale={bars} />
            {isCumulative && (
              <CumulativeLine amounts={running} scale={line} top={lineTop} height={lineHeight} />
            )}
            <Dates movements={movements} bucket={bucket} y={height - 6} />
          </svg>
        </Box>
      </div>
      {hasCut && (
        <Text c="dimmed" size="xs" mt={4}>
          Bars with a break are longer than shown. The table has their exact values.
        </Text>
      )}
    </>
  );
}

function SideName({ y, children }: { y: number; children: string }) {
  return (
    <text x={0} y={0} textAnchor="middle" transform={`translate(11 ${y}) rotate(-90)`}>
      {children}
    </text>
  );
}

/** Dates under the bars, as many as fit; on a phone every other long one is left out. */
function Dates({
  movements,
  bucket,
  y,
}: {
  movements: readonly BucketMovement[];
  bucket: Bucket;
  y: number;
}) {
  const count = movements.length;
  const isLong = totalDays(movements) > 366;
  const every = labelEvery(count, isLong);
  return movements.map(({ date }, index) => {
    const back = count - 1 - index;
    return (
      back % every === 0 && (
        <text
          key={date}
          y={y}
          {...labelPlace(index, count)}
          data-wide-only={(isLong && (back / every) % 2 === 1) || undefined}
        >
          {axisLabel(date, bucket, isLong)}
        </text>
      )
    );
  });
}

function totalDays(movements: readonly BucketMovement[]): number {
  return movements.reduce((total, { dayCount }) => total + dayCount, 0);
}

/** So that dates do not touch each other on a phone. */
function labelEvery(count: number, isLong: boolean): number {
  if (count <= 7) return 1;
  return Math.ceil(count / (isLong ? 6 : 4.5));
}

/** Under its bar; the last of many ends where the chart ends. */
function labelPlace(index: number, count: number): { x: string; textAnchor: 'middle' | 'end' } {
  if (count > 7 && index === count - 1) return { x: '100%', textAnchor: 'end' };
  return { x: percent((index + 0.5) / count), textAnchor: 'middle' };
}
