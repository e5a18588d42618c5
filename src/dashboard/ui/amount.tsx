import { createContext, Fragment, use } from 'react';
import type { Decimal } from '#domain/decimal.ts';
import { amountDigits, breakable, shortenFraction } from '#dashboard/lib/amount-digits.ts';
import classes from './amount.module.css';

type Props = {
  /** Undefined where it could not be read. */
  value: Decimal | undefined;
  currency?: string | undefined;
  /** Fills up with dimmed zeros to so many decimals, so that decimal points align. Never cuts; zero stays `0`. */
  places?: number;
  /** What the amount was for the account: before an amount above zero. One below zero keeps its own sign. */
  sign?: '+' | '−' | undefined;
};

/** Whether amounts are in a list, whose columns have room for eight significant decimals. Elsewhere all digits are shown. */
export const AmountsAreShort = createContext(false);

/**
 * An exact amount, grouped, in tabular figures. In a list, a long one is shortened, and shows every digit when its row is
 * hovered or focused; screen readers and copies always get every digit.
 */
export function Amount({ value, currency, places = 0, sign: direction }: Props) {
  if (value === undefined) return <span className={classes['none']}>unreadable</span>;
  const { sign, whole, fraction, padding } = amountDigits(value, value === '0' ? 0 : places);
  const ownSign = sign === '' && value !== '0' ? direction : sign;
  const isShort = use(AmountsAreShort);
  const start = isShort ? shortenFraction({ whole, fraction }) : undefined;
  const unit = currency !== undefined && <span className={classes['currency']}> {currency}</span>;
  if (start !== undefined) {
    return (
      <span className={classes['shortened']}>
        <span className={classes['short']} aria-hidden>
          {ownSign}
          {whole}
          {start}…{unit}
        </span>
        <span className={classes['exact']}>
          {ownSign}
          {whole}
          {fraction}
          {unit}
        </span>
      </span>
    );
  }
  return (
    <span className={classes['amount']} data-zero={value === '0' || undefined}>
      {ownSign}
      <Groups groups={breakable(whole)} />
      <span>
        <Groups groups={breakable(fraction)} />
      </span>
      {padding !== '' && <span className={classes['padding']}>{padding}</span>}
      {unit}
    </span>
  );
}

function Groups({ groups }: { groups: readonly string[] }) {
  if (!use(AmountsAreShort) || groups.length === 1) return groups.join('');
  return groups.map((group, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the place of a group is what it is
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {group}
    </Fragment>
  ));
}
