import table from '#dashboard/ui/record-table.module.css';
import { Amount } from '#dashboard/ui/amount.tsx';
import classes from './import-list.module.css';
import type { SourceSum } from './sums.ts';

/** What the list debits, costs and pays, for each source and currency, against what is available. */
export function SumsTable({ sums }: { sums: readonly SourceSum[] }) {
  return (
    // Focusable, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={table['table']} role="region" aria-label="What is moved" tabIndex={0}>
      <table className={classes['sums']}>
        <caption>What is moved</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">Rows</th>
            <th scope="col">Debited</th>
            <th scope="col">Fees</th>
            <th scope="col">Recipients get</th>
            <th scope="col">Available</th>
          </tr>
        </thead>
        <tbody>
          {sums.map((sum) => (
            <tr key={sum.key}>
              <th scope="row" dir="auto">
                {sum.payer}
              </th>
              <td>{sum.rows}</td>
              <td>
                <strong>
                  <Part sum={sum} of="debited" />
                </strong>
              </td>
              <td>
                {sum.unknownFees === sum.rows ? 'the provider decides' : <Part sum={sum} of="fee" />}
                {sum.unknownFees > 0 && sum.unknownFees < sum.rows && (
                  <span className={classes['note']}>and those of {sum.unknownFees}, which are not told</span>
                )}
              </td>
              <td>
                <Part sum={sum} of="received" />
              </td>
              <td>
                {sum.available === undefined ? (
                  'not known'
                ) : (
                  <Amount value={sum.available} currency={sum.currency} />
                )}
                {sum.missing !== undefined && (
                  <span className={classes['note']} data-tone="negative">
                    <Amount value={sum.missing} currency={sum.currency} /> too little
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Part({ sum, of }: { sum: SourceSum; of: 'debited' | 'fee' | 'received' }) {
  const { currency, isEstimate, unknownFees } = sum;
  const about = of === 'fee' || unknownFees === 0 ? 'about ' : of === 'received' ? 'at most ' : 'at least ';
  return (
    <>
      {(isEstimate || (unknownFees > 0 && of !== 'fee')) && about}
      <Amount value={sum[of]} currency={currency} />
    </>
  );
}
