import { Box, Group, Stack } from '@mantine/core';
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import { Link } from 'react-router';
import { Amount } from '#dashboard/ui/amount.tsx';
import { FloatingTooltip, useTooltip } from '#dashboard/ui/tooltip.tsx';
import { formatAmount } from '#domain/format.ts';
import { formatDay, shortDate, transactionsText, weekdayOf } from './day-labels.ts';
import type { MovementLinks } from './movement-address.ts';
import type { DayMovement } from './movement-days.ts';
import classes from './movement.module.css';
import { isNegative } from '#domain/decimal.ts';
import { chartScale, type ChartScale } from './chart-scale.ts';

type Props = { days: readonly DayMovement[]; currency: string; links: MovementLinks };

/**
 * A bar up for what came in on a day, one down for what went out, a mark for the net. Each day leads to its
 * transactions: one stop for Tab, with the arrow keys from day to day.
 */
export function MovementChart({ days, currency, links }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const [current, setCurrent] = useState<string>();
  const stop = days.some(({ date }) => date === current) ? current : days.at(-1)?.date;

  const onKeyDown = (event: KeyboardEvent<HTMLOListElement>) => {
    const index = days.findIndex(({ date }) => date === stop);
    const next = nextIndex(event.key, index, days.length);
    if (next === undefined) return;
    event.preventDefault();
    list.current?.querySelectorAll('a')[next]?.focus();
  };
  return (
    <ChartDrawing days={days} currency={currency}>
      {/* The keys are those of the links within. */}
      <Box component="ol" ref={list} className={classes['days']} onKeyDown={onKeyDown}>
        {days.map((day) => (
          <li key={day.date}>
            <DayLink
              day={day}
              currency={currency}
              to={links.ofDay(day)}
              isStop={day.date === stop}
              onFocus={() => setCurrent(day.date)}
            />
          </li>
        ))}
      </Box>
    </ChartDrawing>
  );
}

function nextIndex(key: string, index: number, length: number): number | undefined {
  const steps: Partial<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    PageUp: -7,
    PageDown: 7,
    Home: -length,
    End: length,
  };
  const step = steps[key];
  return step === undefined ? undefined : Math.max(0, Math.min(length - 1, index + step));
}

type DayProps = { day: DayMovement; currency: string; to: string; isStop: boolean; onFocus: () => void };

function DayLink({ day, currency, to, isStop, onFocus }: DayProps) {
  const { target, handlers } = useTooltip();
  const wasFocused = useRef(true);
  return (
    <>
      <Link
        to={to}
        tabIndex={isStop ? 0 : -1}
        aria-label={formatDay(day, currency)}
        {...handlers}
        onFocus={(event) => {
          handlers.onFocus(event);
          onFocus();
        }}
        onPointerDown={(event: PointerEvent) => {
          wasFocused.current =
            event.pointerType !== 'touch' || document.activeElement === event.currentTarget;
        }}
        onClick={(event: MouseEvent<HTMLElement>) => {
          // A first touch shows the numbers, as hovering does; a second one follows the link.
          if (wasFocused.current) return;
          event.preventDefault();
          event.currentTarget.focus();
        }}
      />
      {target && (
        <FloatingTooltip target={target}>
          <DayFacts day={day} currency={currency} />
        </FloatingTooltip>
      )}
    </>
  );
}

function DayFacts({ day, currency }: { day: DayMovement; currency: string }) {
  return (
    <Stack component="span" gap={2} className={classes['facts']}>
      <strong>
        {weekdayOf(day.date)} {day.date}
      </strong>
      {(['in', 'out', 'net'] as const).map((name) => (
        <Group component="span" wrap="nowrap" gap="lg" align="stretch" justify="space-between" key={name}>
          <span>{names[name]}</span>
          <Amount value={day[name]} currency={currency} />
        </Group>
      ))}
      <span>{transactionsText(day.transactions)}</span>
    </Stack>
  );
}

const names = { in: 'In', out: 'Out', net: 'Net' };

const barsHeight = 200;
const above = 12;
const below = 28;
/** How wide a figure of the axis is at most, in pixels. */
const figureWidth = 6.6;

type ChartDrawingProps = {
  days: readonly DayMovement[];
  currency: string;
  /** What can be hovered and focused, under the bars. */
  children: ReactNode;
};

/** The bars with their lines and dates. Widths are shares of the room, so that nothing has to be measured. */
function ChartDrawing({ days, currency, children }: ChartDrawingProps) {
  const scale = chartScale(
    days.map((day) => day.in),
    days.map((day) => day.out),
    barsHeight,
  );
  const labels = scale.ticks.map(({ value }) => formatAmount(value));
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
          aria-label={`${currency} inflow, outflow and net by day`}
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
