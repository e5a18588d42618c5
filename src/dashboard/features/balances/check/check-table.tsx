import { Fragment } from 'react';
import { Link } from 'react-router';
import { decimalPlaces, isNegative, ZERO } from '#domain/decimal.ts';
import { networkName } from '../../wallets/wallet-words.ts';
import table from '../balance-table.module.css';
import { countOf, networkKeyLabel, networksOf, typeLabel } from '../balance-words.ts';
import { walletsAddress } from '../balances-url.ts';
import { CopyableAmount } from '../copyable-amount.tsx';
import classes from './check.module.css';
import { VerdictBadge } from './verdict-badge.tsx';
import type { CheckRow } from './wallet-check.ts';

/** Each balance beside the sum of its wallets. */
export function CheckTable({ rows }: { rows: CheckRow[] }) {
  return (
    <table className={table['table']} aria-label="Balances and wallets">
      <thead>
        <tr>
          <th scope="col">Currency</th>
          <th scope="col">Network</th>
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
            <th scope="rowgroup" colSpan={6}>
              {typeLabel(type)}
            </th>
          </tr>
          {ofType.map((row) => (
            <Row key={row.key} row={row} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Row({ row }: { row: CheckRow }) {
  const { type, network, currency, field, stated, walletsTotal, wallets, difference, verdict } = row;
  const places = Math.max(decimalPlaces(stated ?? ZERO), decimalPlaces(walletsTotal));
  const isComparable = verdict !== 'unchecked' && verdict !== 'incomplete' && verdict !== 'changed';
  return (
    <tr className={table['line']} data-verdict={verdict}>
      <th scope="row" data-part="first">
        {currency}
      </th>
      <td data-part="second">{networkKeyLabel(network)}</td>
      <td data-align="end" data-part="other" data-label="Balance">
        <span className={classes['stack']}>
          {stated === undefined ? (
            <span className={table['nothing']}>not listed</span>
          ) : (
            <CopyableAmount value={stated} currency={currency} places={places} />
          )}
          <small>{field === 'blockchain' ? 'on deposit addresses' : 'available'}</small>
        </span>
      </td>
      <td data-align="end" data-part="other" data-label="Sum of the wallets">
        <span className={classes['stack']}>
          <CopyableAmount value={walletsTotal} currency={currency} places={places} />
          <small>
            {networksOf(network).map((code, index) => (
              <Fragment key={code}>
                {index > 0 && ', '}
                <Link to={walletsAddress(type, code)} className={table['link']}>
                  {networkName(code)}
                </Link>
              </Fragment>
            ))}
            , {countOf(wallets, 'wallet')}
          </small>
        </span>
      </td>
      <td data-align="end" data-part="other" data-label="Difference">
        {isComparable ? (
          <span className={classes['stack']}>
            <CopyableAmount value={difference} currency={currency} places={places} />
            {verdict === 'within' && <small>in the pool</small>}
            {verdict === 'difference' && (
              <small>{isNegative(difference) ? 'more on wallets' : 'less on wallets'}</small>
            )}
          </span>
        ) : (
          <span className={table['nothing']}>–</span>
        )}
      </td>
      <td data-part="verdict">
        <VerdictBadge verdict={verdict} />
      </td>
    </tr>
  );
}
