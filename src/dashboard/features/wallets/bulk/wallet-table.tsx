import { shortenMiddle } from '#domain/shorten.ts';
import type { BatchOutcome } from '#dashboard/api/batch.ts';
import { networkName } from '#dashboard/lib/format.ts';
import { BatchResult } from '#dashboard/list/batch/batch-result.tsx';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import { StatusBadge } from '#dashboard/ui/status-badge.tsx';
import classes from '#dashboard/ui/table.module.css';
import type { SelectedWallet } from './selected-wallets.ts';

type Props = {
  title: string;
  wallets: readonly SelectedWallet[];
  /** The outcome of each wallet and its label, once the batch has started. */
  outcomes?: ReadonlyMap<string, BatchOutcome>;
  labels: Parameters<typeof BatchResult>[0]['labels'];
};

/** Selected wallets, with their outcome or why they are skipped. */
export function WalletTable({ title, wallets, outcomes, labels }: Props) {
  const areSkipped = wallets.every(({ skipped }) => skipped !== null);
  return (
    <FramedTable title={title} isStacked>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Network</th>
          <th scope="col">Address</th>
          <th scope="col">Status</th>
          {(outcomes || areSkipped) && <th scope="col">{outcomes ? 'Result' : 'Reason'}</th>}
        </tr>
      </thead>
      <tbody>
        {wallets.map(({ address, value, skipped }) => (
          <tr key={address}>
            <th scope="row" dir="auto">
              {value.name ?? '–'}
            </th>
            <td>{value.network === undefined ? '–' : networkName(value.network)}</td>
            <td className={classes['mono']} title={address}>
              {shortenMiddle(address)}
            </td>
            <td>{value.status === undefined ? '–' : <StatusBadge status={value.status} />}</td>
            {(outcomes || areSkipped) && (
              <td className={classes['last']}>
                {skipped ?? <BatchResult outcome={outcomes?.get(address)} labels={labels} />}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </FramedTable>
  );
}
