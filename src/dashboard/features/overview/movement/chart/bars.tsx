import { type Decimal, isNegative } from '#domain/decimal.ts';
import type { BucketMovement } from '../movement-buckets.ts';
import classes from './chart.module.css';
import type { ChartScale } from './chart-scale.ts';
import { compactAmount, cutLabels } from './cut-labels.ts';
import { percent } from './percent.ts';

/** How far from its end a cut bar has its break, in pixels. */
const breakDistance = 14;

type BarsProps = {
  movement: BucketMovement;
  index: number;
  count: number;
  scale: ChartScale;
  /** Where the chart begins, in pixels. */
  top: number;
};

/** The inflow and outflow of one bucket, with a mark for its net. */
export function Bars({ movement, index, count, scale, top }: BarsProps) {
  const { barHeight, isCut } = scale;
  const zero = top + scale.zero;
  const share = barShare(count);
  const start = (index + (1 - share) / 2) / count;
  const place = { x: percent(start), width: percent(share / count) };
  const [up, down] = [barHeight(movement.in), barHeight(movement.out)];
  const net = isNegative(movement.net) ? -barHeight(movement.net) : barHeight(movement.net);
  const ends = { x1: percent(start - 0.1 / count), x2: percent(start + (share + 0.1) / count) };
  return (
    <>
      {up > 0 && <rect {...place} y={zero - up} height={up} rx="1.5" className={classes['in']} />}
      {down > 0 && <rect {...place} y={zero} height={down} rx="1.5" className={classes['out']} />}
      {isCut(movement.in) && <Break {...ends} y={zero - up + breakDistance} />}
      {isCut(movement.out) && <Break {...ends} y={zero + down - breakDistance} />}
      {movement.transactions > 0 && (
        <circle
          cx={percent((index + 0.5) / count)}
          cy={zero - net}
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

/** How much of a bucket's room its bar takes: few buckets would make broad blocks of them. */
function barShare(count: number): number {
  return count <= 7 ? 0.28 : 0.64;
}

function netRadius(count: number): number {
  return count <= 31 ? 2.75 : 2;
}
