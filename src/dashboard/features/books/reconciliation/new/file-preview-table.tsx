import { Text } from '@mantine/core';
import { isTimeZone } from '#domain/time-zone.ts';
import type { FileMapping } from '#domain/reconciliation/file-mapping.ts';
import type { FileLine } from '#domain/reconciliation/lines.ts';
import { rowReader } from '#domain/reconciliation/read-file.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import classes from './mapping-fields.module.css';

type Props = {
  names: readonly string[];
  rows: readonly { line: number; cells: string[] }[];
  mapping: FileMapping;
};

/** The first rows as they are read with the chosen columns, or why they can’t be. */
export function FilePreviewTable({ names, rows, mapping }: Props) {
  if (!isTimeZone(mapping.time_zone)) return null;
  if (mapping.time === '') {
    return (
      <Text c="dimmed" size="sm">
        Choose the columns to see a preview.
      </Text>
    );
  }
  const readRow = rowReader(names, mapping);
  return (
    <FramedTable title="Preview">
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Time</th>
          <th scope="col" data-align="end">
            Amount
          </th>
          <th scope="col" data-align="end">
            Fee
          </th>
          <th scope="col">Network</th>
          <th scope="col">Reference</th>
          <th scope="col">Hash</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ line, cells }) => {
          const row = readRow(line, cells);
          return (
            <tr key={line}>
              <th scope="row">{line}</th>
              {row.kind === 'line' ? (
                <LineCells {...row.line} />
              ) : (
                <td colSpan={6} className={row.kind === 'problem' ? classes['problem'] : undefined}>
                  {row.kind === 'problem' ? row.problem : 'The amount is zero: nothing moved.'}
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </FramedTable>
  );
}

function LineCells({ at, amount, fee, currency, network, reference, hash }: FileLine) {
  return (
    <>
      <td>
        <Time value={at} />
      </td>
      <td data-align="end">
        <Amount value={amount} currency={currency} sign="+" />
      </td>
      <td data-align="end">{fee === null ? '' : <Amount value={fee} />}</td>
      <td>{network}</td>
      <td>{reference}</td>
      <td>{hash === null ? '' : `${hash.slice(0, 14)}…`}</td>
    </>
  );
}
