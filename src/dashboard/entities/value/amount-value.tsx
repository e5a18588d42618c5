import { useQuery } from '@tanstack/react-query';
import { type Decimal, isZero } from '#domain/decimal.ts';
import type { Instant } from '#domain/time.ts';
import { formatValue, type ValueCurrency, valueOf } from '#domain/value.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { FloatingTooltip, useTooltip } from '#dashboard/ui/tooltip.tsx';
import { ratesQuery } from './value-currency.ts';
import { wayTexts } from './value-text.ts';
import classes from './value.module.css';

type Props = {
  currency: string;
  amount: Decimal;
  quote: ValueCurrency;
  /** Which moment's rates count; now, if left out. */
  at?: Instant | undefined;
  /** Whether a link or button is around it: then that has the focus. */
  isInControl?: boolean;
};

/** `≈ 1,234.50 EUR`, with the rate and its date while it, or the control around it, is hovered or focused. */
export function AmountValue({ currency, amount, quote, at, isInControl = false }: Props) {
  const { data: rates, error } = useQuery(ratesQuery(quote, at));
  const { iana } = useTimeZone();
  const { target, handlers, followControl } = useTooltip();
  if (rates === undefined)
    return error === null ? null : <span className={classes['none']}>rates not loaded</span>;
  const steps = rates.get(currency);
  if (steps === undefined) {
    // Nothing of a currency is worth nothing, whatever its rate.
    return isZero(amount) ? null : <span className={classes['none']}>no {quote} rate</span>;
  }
  const text = `≈ ${formatValue(valueOf(amount, steps), quote)}`;
  const way = wayTexts(steps, iana);
  const tooltip = target && (
    <FloatingTooltip target={target}>
      {way.map((line) => (
        <span key={line} className={classes['step']}>
          {line}
        </span>
      ))}
    </FloatingTooltip>
  );
  if (isInControl) {
    return (
      <span className={classes['value']} ref={followControl} {...handlers}>
        {text}
        <span className="unseen"> ({way.join('; ')})</span>
        {tooltip}
      </span>
    );
  }
  return (
    <button type="button" className={classes['value']} aria-description={way.join('; ')} {...handlers}>
      {text}
      {tooltip}
    </button>
  );
}
