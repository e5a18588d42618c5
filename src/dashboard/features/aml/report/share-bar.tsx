import type { AmlBand } from '#contract/gateway/aml-bands.ts';
import type { Decimal } from '#domain/decimal.ts';
import classes from './report.module.css';

type Props = { share: Decimal; severity?: AmlBand | null | undefined; isRemainder?: boolean };

/** A share of 100 as a length. The number stands beside it, so it is nothing for those who cannot see it. */
export function ShareBar({ share, severity, isRemainder = false }: Props) {
  // A length on the screen, not an amount.
  const width = Math.min(100, Number(share));
  return (
    <svg className={classes['bar']} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
      <rect className={classes['track']} width="100" height="8" />
      <rect
        className={classes['fill']}
        data-severity={isRemainder ? 'remainder' : severity}
        width={Math.max(width, width > 0 ? 0.5 : 0)}
        height="8"
      />
    </svg>
  );
}
