import { shortenMiddle } from '#domain/shorten.ts';
import { networkName } from '#dashboard/lib/format.ts';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import classes from '#dashboard/ui/table.module.css';
import type { PlannedRow } from './plan-import.ts';

type Props = {
  title: string;
  rows: readonly PlannedRow[];
  /** The head and the cells of the last column. */
  last?: { head: string; of: (row: PlannedRow) => string; tone: 'negative' | 'dimmed' };
};

/** Drawn at once: more than anyone reads. */
const most = 300;

/** Rows of the file, as they are read. */
export function ImportTable({ title, rows, last }: Props) {
  return (
    <FramedTable title={title} isStacked more={rows.length - most}>
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Name</th>
          <th scope="col">Network</th>
          <th scope="col">Address</th>
          <th scope="col">{last?.head ?? 'Note'}</th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, most).map((row) => {
          const { name, network, address, note } = row.state === 'ready' ? row.entry : row.written;
          return (
            <tr key={row.line}>
              <td className={classes['line']}>{row.line}</td>
              <th scope="row" dir="auto">
                {name}
              </th>
              <td>{networkName(network)}</td>
              <td className={classes['mono']} title={address}>
                {shortenMiddle(address)}
              </td>
              <td className={classes['last']} data-tone={last?.tone}>
                {last === undefined ? note : last.of(row)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </FramedTable>
  );
}
