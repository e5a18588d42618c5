import { Fragment } from 'react';
import { Link } from 'react-router';
import { type Decimal, decimalPlaces, ZERO } from '#domain/decimal.ts';
import { groupDigits } from '../../../lib/digits.ts';
import { networkName } from '../../../lib/network-words.ts';
import table from '../balance-table.module.css';
import { networksOf, typeLabel } from '../balance-words.ts';
import { walletsAddress } from '../balances-url.ts';
import { CopyableAmount } from '../copyable-amount.tsx';
import classes from './check.module.css';
import { VerdictBadge } from './verdict-badge.tsx';
import type { CheckRow } from './wallet-check.ts';

/** Each balance beside the sum of its wallets. */
export function CheckTable({ rows }: { rows: CheckRow[] }) {
  const amounts = rows.flatMap(({ stated, walletsTotal }) => [stated ?? ZERO, walletsTotal]);
  const places = Math.max(...amounts.map(decimalPlaces));
  return (
    <table className={table['table']} aria-label="Balances and wallets">
      <thead>
        <tr>
          <th scope="col">Currency</th>
          <th scope="col">Network</th>
          <th scope="col" data-align="end">
            Wallets
          </th>
          <th scope="col" data-align="end">
            Balance
          </th>
          <th scope="col" data-align="end">
            Sum of the wallets
          </th>
          <th scope="col" data-align="end">
            Difference
          </th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      {[...Map.groupBy(rows, ({ type }) => type)].map(([type, ofType]) => (
        <tbody key={type}>
          <tr className={table['group']}>
            <th scope="rowgroup" colSpan={7}>
              {typeLabel(type)}
            </th>
          </tr>
          {ofType.map((row) => (
            <Row key={row.key} row={row} places={places} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Row({ row, places }: { row: CheckRow; places: number }) {
  const { type, network, currency, field, stated, walletsTotal, wallets, difference, verdict } = row;
  const isCompared = verdict === 'match' || verdict === 'within' || verdict === 'difference';
  const amount = (value: Decimal) => <CopyableAmount value={value} currency={currency} places={places} />;
  return (
    <tr className={table['line']}>
      <th scope="row" data-part="first">
        {currency}
        {field === 'blockchain' && <small className={classes['field']}>on deposit addresses</small>}
      </th>
      <td data-part="second">
        {networksOf(network).map((code, index) => (
          <Fragment key={code}>
            {index > 0 && ' and '}
            <Link to={walletsAddress(type, code)} className={table['link']}>
              <span className="unseen">{typeLabel(type)} wallets on </span>
              {networkName(code)}
            </Link>
          </Fragment>
        ))}
      </td>
      <td data-align="end" data-part="count">
        {groupDigits(wallets)}
        <span className="unseen"> {wallets === 1 ? 'wallet' : 'wallets'}</span>
      </td>
      <td data-align="end" data-part="other" data-label="Balance">
        {stated === undefined ? <span className={table['nothing']}>not listed</span> : amount(stated)}
      </td>
      <td data-align="end" data-part="other" data-label="Sum of the wallets">
        {amount(walletsTotal)}
      </td>
      <td data-align="end" data-part="other" data-label="Difference" data-none={!isCompared || undefined}>
        {isCompared ? amount(difference) : <span className="unseen">not compared</span>}
      </td>
      <td data-part="verdict">
        <VerdictBadge verdict={verdict} />
      </td>
    </tr>
  );
}
