import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Decimal } from '#domain/decimal.ts';
import { formatAmount } from '#domain/format.ts';
import classes from './bar-chart.module.css';
import { type Bar, Bars, CutLabels } from './bars.tsx';
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
  bars: readonly Bar[];
  /** What is above zero and below it. Without the second there is nothing below. */
  sides: readonly [up: string, down?: string];
  /** What is under each bar. On a phone, every other one of those that are long is left out. */
  axis: { labelOf: (index: number) => string; isLong: boolean };
  /** Says what the chart shows. */
  label: string;
  /** A line below the bars. */
  line?: { name: string; amounts: readonly Decimal[] } | undefined;
  /** What can be hovered and focused, under the bars. */
  children?: ReactNode;
};

/** Bars with lines to read them by. Widths are shares of the room, so that nothing has to be measured. */
export function BarChart({ bars, sides: [upName, downName], axis, label, line, children }: Props) {
  const [incoming, outgoing] = [bars.map(({ up }) => up), bars.map(({ down }) => down)];
  const scale = chartScale(incoming, downName === undefined ? undefined : outgoing, barsHeight);
  const lineTop = above + barsHeight + between;
  const drawnLine = line && { ...line, scale: lineScale(line.amounts, lineHeight) };
  const ticks = [
    ...scale.ticks.map(({ value, y }) => ({ label: formatAmount(value), y: above + y })),
    ...(drawnLine?.scale.ticks ?? []).map(({ value, y }) => ({
      label: (y > (drawnLine?.scale.zero ?? 0) + 1e-6 ? '−' : '') + formatAmount(value),
      y: lineTop + y,
    })),
  ];
  const labelWidth = nameWidth + Math.max(...ticks.map((tick) => tick.label.length)) * figureWidth + 10;
  const height = above + barsHeight + (line === undefined ? 0 : between + lineHeight) + below;
  const hasCut = [...incoming, ...outgoing].some(scale.isCut);
  return (
    <>
      <div className={classes['chart']}>
        <svg width={labelWidth} height={height} aria-hidden className={classes['axis']}>
          {ticks.map((tick) => (
            <text key={tick.y} x={labelWidth - 10} y={tick.y + 4} textAnchor="end">
              {tick.label}
            </text>
          ))}
          <SideName y={above + scale.zero / 2}>{upName}</SideName>
          {downName !== undefined && (
            <SideName y={above + (scale.zero + barsHeight) / 2}>{downName}</SideName>
          )}
          {line !== undefined && <SideName y={lineTop + lineHeight / 2}>{line.name}</SideName>}
        </svg>
        <Box pos="relative" flex="1" miw={0} className={classes['plot']}>
          {children}
          <svg width="100%" height={height} role="img" aria-label={label}>
            {ticks.map(({ y }) => (
              <line key={y} x1="0" x2="100%" y1={y} y2={y} className={classes['grid']} />
            ))}
            {bars.map((bar, index) => (
              <Bars key={bar.key} bar={bar} index={index} count={bars.length} scale={scale} top={above} />
            ))}
            <line
              x1="0"
              x2="100%"
              y1={above + scale.zero}
              y2={above + scale.zero}
              className={classes['zero']}
            />
            <CutLabels amounts={incoming} y={above - 7} scale={scale} />
            <CutLabels amounts={outgoing} y={above + barsHeight + 15} scale={scale} />
            {drawnLine && (
              <CumulativeLine
                amounts={drawnLine.amounts}
                scale={drawnLine.scale}
                top={lineTop}
                height={lineHeight}
              />
            )}
            <AxisLabels {...axis} count={bars.length} y={height - 6} />
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

type AxisProps = Props['axis'] & { count: number; y: number };

/** As many labels under the bars as fit; on a phone every other long one is left out. */
function AxisLabels({ labelOf, isLong, count, y }: AxisProps) {
  const every = labelEvery(count, isLong);
  return Array.from({ length: count }, (_, index) => {
    const back = count - 1 - index;
    return (
      back % every === 0 && (
        <text
          key={back}
          y={y}
          {...labelPlace(index, count)}
          data-wide-only={(isLong && (back / every) % 2 === 1) || undefined}
        >
          {labelOf(index)}
        </text>
      )
    );
  });
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
