import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type Decimal, isZero } from '#domain/decimal.ts';
import { amountDigits } from '#dashboard/lib/amount-digits.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { useCopy } from '#dashboard/ui/use-copy.ts';
import classes from './copyable-amount.module.css';

type Props = {
  value: Decimal;
  currency: string;
  /** Leaves room for so many decimals, so that the decimal points of a column align. */
  places: number;
  /** Before an amount above zero. */
  sign?: '+';
  /** Where to see what an amount other than zero is made of. */
  to?: string;
};

/** An exact amount; pressing it, or the button beside its link, copies all its digits, without grouping. */
export function CopyableAmount({ value, currency, places, sign, to }: Props) {
  const { isCopied, copy } = useCopy(value);
  const Icon = isCopied ? IconCheck : IconCopy;
  if (to !== undefined && !isZero(value)) {
    return (
      <span className={classes['linked']}>
        <button
          type="button"
          className={classes['copy']}
          data-copied={isCopied || undefined}
          title={`Copy ${value}`}
          aria-label={`${isCopied ? 'Copied' : 'Copy'} ${value} ${currency}`}
          onClick={copy}
        >
          <Icon size={13} aria-hidden />
        </button>
        <Link to={to}>
          <Amount value={value} sign={sign} />
          <span className="unseen"> {currency}</span>
        </Link>
        <span aria-hidden className={classes['room']}>
          {amountDigits(value, places).padding}
        </span>
      </span>
    );
  }
  return (
    <button
      type="button"
      className={classes['amount']}
      data-copied={isCopied || undefined}
      title={`Copy ${value}`}
      onClick={copy}
    >
      <Icon size={13} aria-hidden className={classes['icon']} />
      <span className="unseen">{isCopied ? 'Copied' : 'Copy'} </span>
      <Amount value={value} sign={sign} />
      {/* Invisible zeros: shown, they would claim a precision that the amount was not published with. */}
      <span aria-hidden className={classes['room']}>
        {amountDigits(value, places).padding}
      </span>
      <span className="unseen"> {currency}</span>
    </button>
  );
}
