import { type Decimal, isNegative } from '#domain/decimal.ts';
import classes from './bar-chart.module.css';
import type { ChartScale } from './chart-scale.ts';

type Props = { amounts: readonly Decimal[]; scale: ChartScale; top: number; height: number };

/** What was added up until each bar, below the bars: amounts of another size need another axis. */
export function CumulativeLine({ amounts, scale: { zero, barHeight }, top, height }: Props) {
  const yOf = (amount: Decimal) => zero + (isNegative(amount) ? barHeight(amount) : -barHeight(amount));
  const points = amounts.map((amount, index) => `${index + 0.5},${yOf(amount)}`);
  return (
    <>
      <line x1="0" x2="100%" y1={top + zero} y2={top + zero} className={classes['zero']} />
      {/* Stretched to the width, as points of a line can't be percentages. */}
      <svg
        y={top}
        width="100%"
        height={height}
        viewBox={`0 0 ${amounts.length} ${height}`}
        preserveAspectRatio="none"
      >
        <polyline points={`0,${zero} ${points.join(' ')}`} className={classes['cumulative']} />
      </svg>
    </>
  );
}
