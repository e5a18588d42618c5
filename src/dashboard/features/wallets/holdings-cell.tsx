import type { Wallet } from '#contract/wallet-service/wallets.ts';
import type { Decimal } from '#domain/decimal.ts';
import { amountDigits } from '../../lib/amount-digits.ts';
import { type Holding, holdingsOf, nonZero } from './holdings.ts';
import classes from './wallets.module.css';

/** As many as Bitcoin has. Of the eighteen of an Ethereum amount a row shows the first, and says that it does. */
const shownPlaces = 8;

export function HoldingsCell({ balances }: { balances: Wallet['balances'] | undefined }) {
  if (balances === undefined) return <span className={classes['dimmed']}>unreadable</span>;
  const holdings = nonZero(holdingsOf(balances));
  if (holdings.length === 0) return <span className={classes['dimmed']}>0</span>;
  return (
    <span className={classes['holdings']}>
      {holdings.map((holding) => (
        <CompactAmount key={holding.currency} {...holding} />
      ))}
    </span>
  );
}

function CompactAmount({ currency, amount }: Holding) {
  const { sign, whole, fraction } = amountDigits(amount);
  const isCut = fraction.length > shownPlaces + 1;
  return (
    <span title={isCut ? `${wholeText(amount)} ${currency}` : undefined}>
      {sign}
      {whole}
      {isCut ? `${fraction.slice(0, shownPlaces + 1)}…` : fraction}
      <span className={classes['currency']}> {currency}</span>
    </span>
  );
}

function wholeText(amount: Decimal): string {
  const { sign, whole, fraction } = amountDigits(amount);
  return sign + whole + fraction;
}
