import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { isNegative } from '#domain/decimal.ts';
import { chartScale, type ChartScale } from './chart-scale.ts';
import { amountText, shortDate } from './day-words.ts';
import type { DayMovement } from './movement-days.ts';
import classes from './movement.module.css';

const barsHeight = 200;
const above = 12;
const below = 28;
/** How wide a figure of the axis is at most, in pixels. */
const figureWidth = 6.6;

type Props = {
  days: readonly DayMovement[];
  currency: string;
  /** What can be hovered and focused, under the bars. */
  children: ReactNode;
};

/** The bars with their lines and dates. Widths are shares of the room, so that nothing has to be measured. */
export function ChartDrawing({ days, currency, children }: Props) {
  const scale = chartScale(
    days.map((day) => day.in),
    days.map((day) => day.out),
    barsHeight,
  );
  const labels = scale.ticks.map(({ value }) => amountText(value));
  const labelWidth = Math.max(...labels.map((label) => label.length)) * figureWidth + 10;
  const height = above + barsHeight + below;
  return (
    <div className={classes['chart']}>
      <svg width={labelWidth} height={height} aria-hidden className={classes['axis']}>
        {scale.ticks.map(({ y }, index) => (
          <text key={y} x={labelWidth - 10} y={above + y + 4} textAnchor="end">
            {labels[index]}
          </text>
        ))}
      </svg>
      <Box pos="relative" flex="1" miw={0} className={classes['plot']}>
        {children}
        <svg
          width="100%"
          height={height}
          role="img"
          aria-label={`${currency} by day: in upwards, out downwards, and the net of both`}
        >
          {scale.ticks.map(({ y }) => (
            <line key={y} x1="0" x2="100%" y1={above + y} y2={above + y} className={classes['grid']} />
          ))}
          {days.map((day, index) => (
            <Bars key={day.date} day={day} index={index} count={days.length} scale={scale} />
          ))}
          <line
            x1="0"
            x2="100%"
            y1={above + scale.zero}
            y2={above + scale.zero}
            className={classes['zero']}
          />
          {days.map(
            ({ date }, index) =>
              (days.length - 1 - index) % labelEvery(days.length) === 0 && (
                <text key={date} y={height - 6} {...labelPlace(index, days.length)}>
                  {shortDate(date)}
                </text>
              ),
          )}
        </svg>
      </Box>
    </div>
  );
}

type BarsProps = { day: DayMovement; index: number; count: number; scale: ChartScale };

function Bars({ day, index, count, scale: { zero, barHeight } }: BarsProps) {
  const share = barShare(count);
  const place = { x: percent((index + (1 - share) / 2) / count), width: percent(share / count) };
  const up = barHeight(day.in);
  const down = barHeight(day.out);
  const net = isNegative(day.net) ? -barHeight(day.net) : barHeight(day.net);
  return (
    <>
      {up > 0 && <rect {...place} y={above + zero - up} height={up} rx="1.5" className={classes['in']} />}
      {down > 0 && <rect {...place} y={above + zero} height={down} rx="1.5" className={classes['out']} />}
      {day.transactions > 0 && (
        <circle
          cx={percent((index + 0.5) / count)}
          cy={above + zero - net}
          r={netRadius(count)}
          className={classes['net']}
          data-many={count > 31 || undefined}
        />
      )}
    </>
  );
}

/** How much of a day's room its bar takes: few days would make broad blocks of them. */
function barShare(count: number): number {
  return count <= 7 ? 0.28 : 0.64;
}

function netRadius(count: number): number {
  return count <= 31 ? 2.75 : 2;
}

/** So that dates do not touch each other on a phone. */
function labelEvery(count: number): number {
  if (count <= 7) return 1;
  return count <= 31 ? 7 : 22;
}

/** Under its day; the last of many ends where the chart ends. */
function labelPlace(index: number, count: number): { x: string; textAnchor: 'middle' | 'end' } {
  if (count > 7 && index === count - 1) return { x: '100%', textAnchor: 'end' };
  return { x: percent((index + 0.5) / count), textAnchor: 'middle' };
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(3))}%`;
}
