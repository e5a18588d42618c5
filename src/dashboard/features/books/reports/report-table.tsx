import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isPositive, isZero } from '#domain/decimal.ts';
import { formatAmount, formatInteger } from '#domain/format.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import type { Cell, PartyName, ReportTable, RowName } from './report-view.ts';
import classes from './reports.module.css';

/** More to choose from scroll within their frame, so that what is chosen isn’t far below. */
const mostRows = 12;

type Props = {
  table: ReportTable;
  /** What the rest of the report is about. */
  chosen?: string | undefined;
  /** Leads to the report about another currency or pair. */
  choose?: ((name: string) => { search: string }) | undefined;
  /** What a counterparty is called. */
  party?: ((name: PartyName) => ReactNode) | undefined;
};

/** A table of a report. Every figure that a list proves links to it. */
export function ReportTableView({ table, chosen, choose, party }: Props) {
  const { title, nameLabel, columns, rows } = table;
  return (
    <FramedTable title={title} isStacked isWhole={rows.length <= mostRows || choose === undefined}>
      <thead>
        <tr>
          <th scope="col">{nameLabel}</th>
          {columns.map((column) => (
            <th key={column} scope="col" data-align="end">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, cells, isTotal }) => (
          <tr key={key} className={isTotal === true ? classes['total'] : undefined}>
            <th scope="row">
              <Name {...{ name, chosen, choose, party }} />
            </th>
            {cells.map((cell, index) =>
              cell.kind === 'nothing' ? (
                // oxlint-disable-next-line react/no-array-index-key -- a cell is its column's
                <td key={index} className={classes['nothing']} aria-label="None" />
              ) : (
                // oxlint-disable-next-line react/no-array-index-key -- a cell is its column's
                <td key={index} data-align="end" data-label={columns[index]}>
                  <Figure cell={cell} />
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </FramedTable>
  );
}

type NameProps = Omit<Props, 'table'> & { name: RowName };

function Name({ name, chosen, choose, party }: NameProps) {
  if ('address' in name) return party?.(name) ?? name.address;
  if ('chooses' in name) {
    return (
      <Link
        to={choose?.(name.chooses) ?? ''}
        replace
        preventScrollReset
        aria-current={name.chooses === chosen ? 'true' : undefined}
        className={classes['choice']}
      >
        {name.text}
      </Link>
    );
  }
  return (
    <>
      {name.text}
      {name.note !== undefined && (
        <Text span c="dimmed" inherit>
          {' '}
          {name.note}
        </Text>
      )}
    </>
  );
}

function Figure({ cell }: { cell: Exclude<Cell, { kind: 'nothing' }> }) {
  switch (cell.kind) {
    case 'count':
      return <Proved to={cell.value === 0 ? undefined : cell.to}>{formatInteger(cell.value)}</Proved>;
    case 'amount':
      return (
        <Proved to={isZero(cell.value) ? undefined : cell.to}>
          <Amount value={cell.value} currency={cell.currency} sign={cell.isSigned && '+'} />
        </Proved>
      );
    case 'rate':
      if (cell.value === undefined) return <None />;
      return (
        <span title={cell.isExact ? undefined : 'Rounded to 18 decimals'}>
          {!cell.isExact && '≈ '}
          <Amount value={cell.value} sign={cell.isSigned && '+'} />
        </span>
      );
    case 'percent':
      if (cell.value === undefined) return <None />;
      return (
        <span>
          {cell.isSigned === true && isPositive(cell.value) && '+'}
          {formatAmount(cell.value)}%
        </span>
      );
    default:
      return cell satisfies never;
  }
}

function Proved({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (to === undefined) return children;
  return (
    <Link to={to} className={classes['figure']}>
      {children}
    </Link>
  );
}

function None() {
  return (
    <Text span c="dimmed" inherit>
      n/a
    </Text>
  );
}
