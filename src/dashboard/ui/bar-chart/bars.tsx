import { type Decimal, isNegative } from '#domain/decimal.ts';
import classes from './bar-chart.module.css';
import type { ChartScale } from './chart-scale.ts';
import { compactAmount, cutLabels } from './cut-labels.ts';
import { percent } from './percent.ts';

/** How far from its end a cut bar has its break, in pixels. */
const breakDistance = 14;

/** Two amounts of one thing: a bar above zero and one below. */
export type Bar = {
  key: string;
  up: Decimal;
  /** Above zero, too. */
  down: Decimal;
  /** Where there is a mark; undefined for none. */
  net: Decimal | undefined;
};

type BarsProps = {
  bar: Bar;
  index: number;
  count: number;
  scale: ChartScale;
  /** Where the chart begins, in pixels. */
  top: number;
};

/** What is above and below zero, with a mark for the net. */
export function Bars({ bar, index, count, scale, top }: BarsProps) {
  const { barHeight, isCut } = scale;
  const zero = top + scale.zero;
  const share = barShare(count);
  const start = (index + (1 - share) / 2) / count;
  const place = { x: percent(start), width: percent(share / count) };
  const [up, down] = [barHeight(bar.up), barHeight(bar.down)];
  const ends = { x1: percent(start - 0.1 / count), x2: percent(start + (share + 0.1) / count) };
  return (
    <>
      {up > 0 && <rect {...place} y={zero - up} height={up} rx="1.5" className={classes['in']} />}
      {down > 0 && <rect {...place} y={zero} height={down} rx="1.5" className={classes['out']} />}
      {isCut(bar.up) && <Break {...ends} y={zero - up + breakDistance} />}
      {isCut(bar.down) && <Break {...ends} y={zero + down - breakDistance} />}
      {bar.net !== undefined && (
        <circle
          cx={percent((index + 0.5) / count)}
          cy={isNegative(bar.net) ? zero + barHeight(bar.net) : zero - barHeight(bar.net)}
          r={netRadius(count)}
          className={classes['net']}
          data-many={count > 31 || undefined}
        />
      )}
    </>
  );
}

/** A gap across a bar that is cut. */
function Break({ x1, x2, y }: { x1: string; x2: string; y: number }) {
  return <line x1={x1} x2={x2} y1={y + 3} y2={y - 3} className={classes['break']} />;
}

type CutLabelsProps = { amounts: readonly Decimal[]; scale: ChartScale; y: number };

/** The values of one side's cut bars, at their ends. */
export function CutLabels({ amounts, scale, y }: CutLabelsProps) {
  const count = amounts.length;
  const labels = cutLabels(amounts.map((amount) => (scale.isCut(amount) ? amount : undefined)));
  return labels.map(({ index, amount, isForWideOnly }) => (
    <text
      key={index}
      y={y}
      className={classes['value']}
      {...labelPlace((index + 0.5) / count, barShare(count) / 2 / count)}
      data-wide-only={isForWideOnly || undefined}
    >
      {compactAmount(amount)}
    </text>
  ));
}

/** Over its bar, or flush with the side of the bar where the chart ends near it. */
function labelPlace(middle: number, half: number): { x: string; textAnchor: 'start' | 'middle' | 'end' } {
  if (middle < 0.08) return { x: percent(middle - half), textAnchor: 'start' };
  if (middle > 0.92) return { x: percent(middle + half), textAnchor: 'end' };
  return { x: percent(middle), textAnchor: 'middle' };
}

/** How much of its room a bar takes: few would be broad blocks. */
function barShare(count: number): number {
  return count <= 7 ? 0.28 : 0.64;
}

function netRadius(count: number): number {
  return count <= 31 ? 2.75 : 2;
}
