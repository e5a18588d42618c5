import type { Decimal } from '#domain/decimal.ts';
import { amountDigits } from '../lib/amount-digits.ts';
import classes from './amount.module.css';

type Props = {
  /** Undefined where it could not be read. */
  value: Decimal | undefined;
  currency?: string;
  /** Fills up with dimmed zeros to so many decimals, so that points stand under each other. Never cuts. */
  places?: number;
};

/** An exact amount: every digit, grouped, in tabular figures. */
export function Amount({ value, currency, places = 0 }: Props) {
  if (value === undefined) return <span className={classes['none']}>unreadable</span>;
  const { sign, whole, fraction, padding } = amountDigits(value, places);
  return (
    <span className={classes['amount']} data-zero={value === '0' || undefined}>
      {sign}
      {whole}
      <span className={classes['fraction']}>{fraction}</span>
      {padding !== '' && <span className={classes['padding']}>{padding}</span>}
      {currency !== undefined && <span className={classes['currency']}> {currency}</span>}
    </span>
  );
}
