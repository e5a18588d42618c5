import { isZero } from '#domain/decimal.ts';
import { networkKeyLabel, typeLabel } from '#dashboard/entities/balances/balance-labels.ts';
import { segmentsOf, type ShownLine } from './balance-groups.ts';
import classes from './distribution-bar.module.css';
import type { Amounts } from '#dashboard/entities/balances/balance-lines.ts';

type Props = { currency: string; lines: ShownLine[]; total: Amounts };

/** How a currency is spread over its lines. The rows below say the same exactly. */
export function DistributionBar({ currency, lines, total }: Props) {
  const segments = segmentsOf(
    lines.map((line) => line.available),
    total.available,
  );
  const parts = lines
    .filter((line) => !isZero(line.available))
    .map((line) => `${typeLabel(line.type)}, ${networkKeyLabel(line.network)} ${line.share?.text ?? ''}`);
  return (
    <svg
      className={classes['bar']}
      viewBox="0 0 10000 1"
      preserveAspectRatio="none"
      role="img"
      aria-label={`${currency}: ${parts.join('; ')}`}
    >
      {lines.map((line, index) => {
        const segment = segments[index];
        if (segment === undefined || segment.length === 0) return null;
        return (
          <rect
            key={line.key}
            className={classes['segment']}
            {...toneOf(lines, index)}
            x={segment.start}
            width={segment.length}
            height={1}
          />
        );
      })}
    </svg>
  );
}

/** The color of a line in the bar, repeated in its row. */
export function Swatch({ lines, index }: { lines: ShownLine[]; index: number }) {
  return <span className={classes['swatch']} {...toneOf(lines, index)} aria-hidden />;
}

/** Whether a bar says more than the number next to it. */
export function isWorthABar(lines: ShownLine[]): boolean {
  return lines.filter((line) => line.share !== undefined && !isZero(line.available)).length > 1;
}

/** The account's own wallets in the accent, everything else in gray, each further line a step lighter. */
function toneOf(lines: ShownLine[], index: number) {
  const type = lines[index]?.type;
  const step = lines.slice(0, index).filter((line) => line.type === type).length;
  return { 'data-own': type === 'user' || undefined, 'data-step': Math.min(step, 3) };
}
