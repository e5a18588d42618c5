import type { BatchOutcome } from '#dashboard/api/batch.ts';
import type { CreatedWallet } from '#contract/wallet-service/wallet-changes.ts';
import { networkName } from '#dashboard/lib/format.ts';
import { describeWalletType } from '#dashboard/entities/wallets/wallets.ts';
import { BatchResult } from '#dashboard/list/batch/batch-result.tsx';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import classes from '#dashboard/ui/table.module.css';
import type { PlannedWallet } from './plan-wallets.ts';

type Props = {
  title: string;
  rows: readonly PlannedWallet[];
  /** The outcome of each row, by its line, once the import has started. */
  outcomes?: ReadonlyMap<string, BatchOutcome<CreatedWallet>>;
};

const labels = { running: 'Creating …', done: 'Created', failed: 'Not created' };

/** More rows than anyone reads are not drawn. */
const most = 300;

/** Rows of the file, with the address that came of each, or why it is skipped. */
export function PlannedWalletTable({ title, rows, outcomes }: Props) {
  const hasLast = outcomes !== undefined || rows.some(({ state }) => state !== 'ready');
  return (
    <FramedTable title={title} isStacked more={rows.length - most}>
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Name</th>
          <th scope="col">Network</th>
          <th scope="col">Type</th>
          {hasLast && <th scope="col">{outcomes ? 'Result' : 'Reason'}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, most).map((row) => {
          const { name, network, type } = row.state === 'ready' ? row.wallet : row.written;
          return (
            <tr key={row.line}>
              <td className={classes['line']}>{row.line}</td>
              <th scope="row" dir="auto">
                {name}
              </th>
              <td>{networkName(network)}</td>
              <td>{describeWalletType(type).label}</td>
              {hasLast && (
                <td className={classes['last']}>
                  {row.state === 'ready' ? <Result outcome={outcomes?.get(String(row.line))} /> : row.reason}
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </FramedTable>
  );
}

function Result({ outcome }: { outcome: BatchOutcome<CreatedWallet> | undefined }) {
  return outcome?.state === 'done' ? (
    <span className={classes['mono']}>{outcome.result.address}</span>
  ) : (
    <BatchResult outcome={outcome} labels={labels} />
  );
}
