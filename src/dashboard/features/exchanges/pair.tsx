import { IconArrowRight } from '@tabler/icons-react';
import type { ExchangeTransaction } from '#contract/wallet-service/exchanges.ts';
import classes from './exchanges.module.css';

/** Which currency was given for which. */
export function Pair({ currency_from: from, currency_to: to }: Partial<ExchangeTransaction>) {
  return (
    <span className={classes['pair']}>
      {from ?? 'unreadable'}
      <IconArrowRight size={14} aria-label="to" />
      {to ?? 'unreadable'}
    </span>
  );
}
