import { createContext, Fragment, use } from 'react';
import type { Decimal } from '#domain/decimal.ts';
import { amountDigits, breakable } from '#dashboard/lib/amount-digits.ts';
import classes from './amount.module.css';

type Props = {
  /** Undefined where it could not be read. */
  value: Decimal | undefined;
  currency?: string | undefined;
  /** Fills up with dimmed zeros to so many decimals, so that points stand under each other. Never cuts. */
  places?: number;
  /** What the amount was for the account: before an amount above zero. One below zero keeps its own sign. */
  sign?: '+' | '−' | undefined;
};

/** Whether amounts may go on in a second line: in columns that do not grow. Elsewhere they keep together. */
export const AmountsMayBreak = createContext(false);

/**
 * An exact amount: every digit, grouped, in tabular figures. Where a column is too narrow for it, it goes on in the
 * next line, at a group of digits.
 */
export function Amount({ value, currency, places = 0, sign: direction }: Props) {
  if (value === undefined) return <span className={classes['none']}>unreadable</span>;
  const { sign, whole, fraction, padding } = amountDigits(value, places);
  const ownSign = sign === '' && value !== '0' ? direction : sign;
  return (
    <span className={classes['amount']} data-zero={value === '0' || undefined}>
      {ownSign}
      <Groups groups={breakable(whole)} />
      <span>
        <Groups groups={breakable(fraction)} />
      </span>
      {padding !== '' && <span className={classes['padding']}>{padding}</span>}
      {currency !== undefined && <span className={classes['currency']}> {currency}</span>}
    </span>
  );
}

function Groups({ groups }: { groups: readonly string[] }) {
  if (!use(AmountsMayBreak) || groups.length === 1) return groups.join('');
  return groups.map((group, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the place of a group is what it is
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {group}
    </Fragment>
  ));
}
