import { shortenMiddle } from '#domain/shorten.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import classes from '#dashboard/ui/table.module.css';
import { moneyOf } from '../withdrawal-money.ts';
import type { BatchOutcome } from '#dashboard/api/batch.ts';
import { BatchResult } from '#dashboard/list/batch/batch-result.tsx';
import type { Planned } from './bulk-deletion.ts';

type Props = {
  title: string;
  plan: readonly Planned[];
  /** The outcome of each, once it is known. */
  outcomes?: ReadonlyMap<string, BatchOutcome>;
};

/** Requests with the funds that they hold, and with their outcome or why they are skipped. */
export function RequestTable({ title, plan, outcomes }: Props) {
  // A skipped request releases nothing.
  const isSkipped = plan.every(({ skipReason }) => skipReason !== null);
  const hasLast = outcomes !== undefined || isSkipped;
  return (
    <FramedTable title={title} isStacked>
      <thead>
        <tr>
          <th scope="col">Reference</th>
          <th scope="col">Recipient</th>
          <th scope="col" data-align="end">
            {isSkipped ? 'Amount' : 'Releases'}
          </th>
          {hasLast && <th scope="col">{outcomes ? 'Result' : 'Reason'}</th>}
        </tr>
      </thead>
      <tbody>
        {plan.map(({ id, value, skipReason }) => (
          <tr key={id}>
            <th scope="row">{value.external_id ?? id}</th>
            <td className={classes['mono']}>{shortenMiddle(value.recipient_wallet ?? '')}</td>
            <td data-align="end">
              {skipReason === null && <Amount value={moneyOf(value).debited} currency={value.currency} />}
              {isSkipped && value.amount && <Amount value={value.amount} currency={value.currency} />}
            </td>
            {hasLast && (
              <td className={classes['last']}>
                {skipReason ?? <BatchResult outcome={outcomes?.get(id)} labels={deletionLabels} />}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </FramedTable>
  );
}

const deletionLabels = { running: 'Deleting …', done: 'Deleted', failed: 'Not deleted' };
