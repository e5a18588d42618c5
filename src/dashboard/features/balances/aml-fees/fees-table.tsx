import { Link } from 'react-router';
import type { AmlFee } from '#contract/gateway/ledger-balances.ts';
import { shortenMiddle } from '#domain/shorten.ts';
import { decimalPlaces } from '#domain/decimal.ts';
import { networkName } from '#dashboard/lib/network-words.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import { walletPath } from '#dashboard/entities/wallets/wallet-paths.ts';
import table from '../balance-table.module.css';
import { CopyableAmount } from '../copyable-amount.tsx';

/** The checks that were paid for, the newest first. */
export function FeesTable({ rows }: { rows: AmlFee[] }) {
  const places = Math.max(0, ...rows.map(({ amount }) => decimalPlaces(amount)));
  return (
    <table className={table['table']} aria-label="AML checks that wallets paid for">
      <thead className="unseen-on-phone">
        <tr>
          <th scope="col">Paid</th>
          <th scope="col">Checked</th>
          <th scope="col">Network</th>
          <th scope="col">Paid by wallet</th>
          <th scope="col" data-align="end">
            Fee
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ uid, value, subject, network, wallet, currency, amount, paid_at: paidAt }) => (
          <tr key={uid} className={table['line']}>
            <th scope="row" data-part="first">
              <CopyableTime value={paidAt} />
            </th>
            <td data-part="second">
              <Address value={value} what={subject === 'address' ? 'address' : 'transaction ID'} />
            </td>
            <td data-part="second">{networkName(network)}</td>
            <td data-part="second">
              <Link to={walletPath(wallet)} className={table['link']}>
                <span className="unseen">Wallet </span>
                {shortenMiddle(wallet)}
              </Link>
            </td>
            <td data-align="end" data-part="other" data-label="Fee">
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
