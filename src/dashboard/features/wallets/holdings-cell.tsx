import type { Wallet } from '#contract/wallet-service/wallets.ts';
import type { Decimal } from '#domain/decimal.ts';
import { amountDigits } from '#dashboard/lib/amount-digits.ts';
import { type Holding, holdingsOf, nonZero } from './holdings.ts';
import classes from './wallets.module.css';

/** Where several amounts share a cell, a longer fraction is cut, and shows that it is; the drawer has every digit. */
const sharedPlaces = 6;

export function HoldingsCell({ balances }: { balances: Wallet['balances'] | undefined }) {
  if (balances === undefined) return <span className={classes['dimmed']}>unreadable</span>;
  const holdings = nonZero(holdingsOf(balances));
  if (holdings.length === 0) return <span className={classes['dimmed']}>0</span>;
  return (
    <span className={classes['holdings']}>
      {holdings.map((holding) => (
        <CompactAmount
          key={holding.currency}
          {...holding}
          places={holdings.length > 1 ? sharedPlaces : Infinity}
        />
      ))}
    </span>
  );
}

function CompactAmount({ currency, amount, places }: Holding & { places: number }) {
  const { sign, whole, fraction } = amountDigits(amount);
  const isCut = fraction.length > places + 1;
  return (
    <span title={isCut ? `${wholeText(amount)} ${currency}` : undefined}>
      {sign}
      {whole}
      {isCut ? `${fraction.slice(0, places + 1)}…` : fraction}
      <span className={classes['currency']}> {currency}</span>
    </span>
  );
}

function wholeText(amount: Decimal): string {
  const { sign, whole, fraction } = amountDigits(amount);
  return sign + whole + fraction;
}
