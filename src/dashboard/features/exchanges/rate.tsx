import type { Decimal } from '#domain/decimal.ts';
import { effectiveRate } from '#domain/effective-rate.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import classes from './exchanges.module.css';
import { IconArrowRight } from '@tabler/icons-react';

type Props = { given: Decimal | undefined; received: Decimal | undefined; currency?: string | undefined };

/** What one unit that was given brought, after all fees. */
export function EffectiveRateOf({ given, received, currency }: Props) {
  const effective =
    given === undefined || received === undefined ? undefined : effectiveRate(given, received);
  if (effective === undefined) return <span className={classes['dimmed']}>unknown</span>;
  return (
    <span title={effective.isExact ? undefined : 'Rounded to 18 decimals'}>
      {!effective.isExact && '≈ '}
      <Amount value={effective.rate} currency={currency} />
    </span>
  );
}

type Currencies = Partial<Record<'currency_from' | 'currency_to', string | undefined>>;

/** Which currency was given for which. */
export function Pair({ currency_from: from, currency_to: to }: Currencies) {
  return (
    <span className={classes['pair']}>
      {from ?? 'unreadable'}
      <IconArrowRight size={14} aria-label="to" />
      {to ?? 'unreadable'}
    </span>
  );
}
