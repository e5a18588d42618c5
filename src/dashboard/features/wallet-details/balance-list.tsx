import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { decimalPlaces } from '#domain/decimal.ts';
import { Amount } from '../../ui/amount.tsx';
import { holdingsOf } from '../wallets/holdings.ts';
import classes from './wallet-drawer.module.css';

type Props = { balances: Wallet['balances'] | undefined };

/** What a wallet holds by currency, to the last digit, points under each other. */
export function BalanceList({ balances }: Props) {
  if (balances === undefined) return <p className={classes['note']}>unreadable</p>;
  const holdings = holdingsOf(balances);
  if (holdings.length === 0) return <p className={classes['note']}>The service names no currency.</p>;
  const places = Math.max(...holdings.map(({ amount }) => decimalPlaces(amount)));
  return (
    <dl className={classes['balances']}>
      {holdings.map(({ currency, amount }) => (
        <div key={currency}>
          <dt>{currency}</dt>
          <dd>
            <Amount value={amount} places={places} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
