import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import table from '#dashboard/ui/table.module.css';
import { Amount } from '#dashboard/ui/amount.tsx';
import { decimalOf } from './row-labels.ts';
import classes from './import-list.module.css';
import type { ListRow } from './list-file.ts';
import type { ReadyRow } from './plan-list.ts';
import { Link } from 'react-router';

type Row = ListRow & Partial<Pick<ReadyRow, 'body' | 'payer'>>;

type Props<R extends Row> = {
  title: string;
  rows: readonly R[];
  /** The head and the cells of the last column. */
  last: { head: string; of: (row: R) => ReactNode; tone?: 'negative' };
};

/**
 * Rows of the list: as they are read where that is possible, else as they are written. Those with something wrong are
 * all in view, because each has to be read.
 */
export function RowTable<R extends Row>({ title, rows, last }: Props<R>) {
  return (
    <FramedTable title={title} isStacked isWhole={last.tone === 'negative'}>
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">From</th>
          <th scope="col">Recipient</th>
          <th scope="col" data-align="end">
            Amount
          </th>
          <th scope="col">{last.head}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.line}>
            <td className={table['line']}>{row.line}</td>
            <td dir="auto">{row.payer?.name ?? row.written.source}</td>
            <th scope="row" className={table['mono']}>
              {row.body?.recipient_wallet ?? row.written.recipient}
            </th>
            <td data-align="end">
              <RowAmount row={row} />
            </td>
            <td className={table['last']} data-tone={last.tone}>
              {last.of(row)}
            </td>
          </tr>
        ))}
      </tbody>
    </FramedTable>
  );
}

function RowAmount({ row: { body, written } }: { row: Row }) {
  if (body === undefined) return `${written.amount} ${written.currency}`;
  return (
    <>
      <Amount value={decimalOf(body)} currency={body.currency} />
      {!body.fee_included && (
        <Text c="dimmed" size="xs">
          plus fee
        </Text>
      )}
    </>
  );
}

type RequestLinkProps = { to: string; externalId: string; children?: ReactNode };

/** Opens a request by its external id beside this page, which shows the outcomes of the other rows. */
export function RequestLink({ to, externalId, children }: RequestLinkProps) {
  return (
    <>
      {children}
      <Link to={to} target="_blank" className={classes['request']}>
        {externalId}
      </Link>
    </>
  );
}
