import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { Decimal } from '#domain/decimal.ts';
import { amountDigits } from '#dashboard/lib/amount-digits.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { useCopy } from '#dashboard/ui/use-copy.ts';
import classes from './copyable-amount.module.css';

type Props = {
  value: Decimal;
  currency: string;
  /** Leaves room for so many decimals, so that the decimal points of a column align. */
  places: number;
};

/** An exact amount; pressing it copies all its digits, without grouping. */
export function CopyableAmount({ value, currency, places }: Props) {
  const { isCopied, copy } = useCopy(value);
  const Icon = isCopied ? IconCheck : IconCopy;
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
      <Amount value={value} />
      {/* Invisible zeros: shown, they would claim a precision that the amount was not published with. */}
      <span aria-hidden className={classes['room']}>
        {amountDigits(value, places).padding}
      </span>
      <span className="unseen"> {currency}</span>
    </button>
  );
}
