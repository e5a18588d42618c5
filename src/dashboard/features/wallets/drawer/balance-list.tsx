import type { ReactNode } from 'react';
import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { decimalPlaces } from '#domain/decimal.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { holdingsOf } from '../holdings.ts';
import classes from './wallet-drawer.module.css';

type Props = {
  balances: Wallet['balances'] | undefined;
  /** What stands below the balance of a currency, with its amounts shown to so many places. */
  statement?: (currency: string, places: number) => ReactNode;
  /** The most decimals of any amount in the statements. */
  statementPlaces?: number;
};

/** What a wallet can spend by currency, to the last digit, points under each other. */
export function BalanceList({ balances, statement, statementPlaces = 0 }: Props) {
  if (balances === undefined) return <p className={classes['note']}>unreadable</p>;
  const holdings = holdingsOf(balances);
  if (holdings.length === 0) return <p className={classes['note']}>The service names no currency.</p>;
  const places = Math.max(statementPlaces, ...holdings.map(({ amount }) => decimalPlaces(amount)));
  return (
    <ul className={classes['balances']}>
      {holdings.map(({ currency, amount }) => (
        <li key={currency}>
          <p className={classes['balance']}>
            <span className={classes['currency']}>{currency}</span>
            <Amount value={amount} places={places} />
          </p>
          {statement?.(currency, places)}
        </li>
      ))}
    </ul>
  );
}
