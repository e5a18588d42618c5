import type { ReactNode } from 'react';
import table from '#dashboard/ui/record-table.module.css';
import { Amount } from '#dashboard/ui/amount.tsx';
import { decimalOf } from './row-words.ts';
import classes from './import-list.module.css';
import type { ListRow } from './list-file.ts';
import type { ReadyRow } from './plan-list.ts';

type Row = ListRow & Partial<Pick<ReadyRow, 'body' | 'payer'>>;

type Props<R extends Row> = {
  title: string;
  rows: readonly R[];
  /** The head of the last column, and what stands in it. */
  last: { head: string; of: (row: R) => ReactNode; tone?: 'negative' };
};

/** Rows of the list: as they are read where that is possible, else as they are written. */
export function RowTable<R extends Row>({ title, rows, last }: Props<R>) {
  return (
    // Focusable, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={`${table['table']} ${classes['rows']}`} role="region" aria-label={title} tabIndex={0}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">From</th>
            <th scope="col">Recipient</th>
            <th scope="col" className={classes['money']}>
              Amount
            </th>
            <th scope="col">{last.head}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.line}>
              <td className={classes['line']}>{row.line}</td>
              <td className={classes['from']} dir="auto">
                {row.payer?.name ?? row.written.source}
              </td>
              <th scope="row" className={table['mono']}>
                {row.body?.recipient_wallet ?? row.written.recipient}
              </th>
              <td className={classes['money']}>
                <RowAmount row={row} />
              </td>
              <td className={table['last']} data-tone={last.tone}>
                {last.of(row)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RowAmount({ row: { body, written } }: { row: Row }) {
  if (body === undefined) return `${written.amount} ${written.currency}`;
  return (
    <>
      <Amount value={decimalOf(body)} currency={body.currency} />
      {!body.fee_included && <span className={classes['note']}>and the fee</span>}
    </>
  );
}
