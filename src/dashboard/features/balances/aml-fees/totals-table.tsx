import { Link } from 'react-router';
import type { AmlFees } from '#contract/gateway/ledger-balances.ts';
import { shortenMiddle } from '#domain/shorten.ts';
import { decimalPlaces } from '#domain/decimal.ts';
import { groupDigits } from '#dashboard/lib/digits.ts';
import { networkName } from '#dashboard/lib/network-words.ts';
import table from '../balance-table.module.css';
import { amlFeesPath } from '#dashboard/entities/balances/balances-url.ts';
import { CopyableAmount } from '../copyable-amount.tsx';

/** What each wallet has paid in all. */
export function TotalsTable({ totals }: Pick<AmlFees, 'totals'>) {
  const places = Math.max(0, ...totals.map(({ amount }) => decimalPlaces(amount)));
  return (
    <table className={table['table']} aria-label="AML check fees by wallet">
      <thead className="unseen-on-phone">
        <tr>
          <th scope="col">Wallet</th>
          <th scope="col">Network</th>
          <th scope="col" data-align="end">
            Checks
          </th>
          <th scope="col" data-align="end">
            Fees paid
          </th>
        </tr>
      </thead>
      <tbody>
        {totals.map(({ wallet, wallet_network: network, currency, checks, amount }) => (
          <tr key={`${wallet} ${currency}`} className={table['line']}>
            <th scope="row" data-part="first">
              <Link to={amlFeesPath(wallet)} className={table['link']}>
                <span className="unseen">AML check fees of wallet </span>
                {shortenMiddle(wallet)}
              </Link>
            </th>
            <td data-part="second">{networkName(network)}</td>
            <td data-align="end" data-part="count">
              {groupDigits(checks)}
              <span className="unseen"> {checks === 1 ? 'check' : 'checks'}</span>
            </td>
            <td data-align="end" data-part="other" data-label="Fees paid">
              <span>
                <CopyableAmount value={amount} currency={currency} places={places} /> {currency}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
