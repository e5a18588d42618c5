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
  /** What came of each, once that is known. */
  outcomes?: ReadonlyMap<string, BatchOutcome>;
};

/** Requests with what they hold, and with what became of them or why they are set aside. */
export function RequestTable({ title, plan, outcomes }: Props) {
  // Nothing is released of what is set aside.
  const isAside = plan.every(({ setAside }) => setAside !== null);
  const hasLast = outcomes !== undefined || isAside;
  return (
    <FramedTable title={title} isStacked>
      <thead>
        <tr>
          <th scope="col">Reference</th>
          <th scope="col">Recipient</th>
          <th scope="col" data-align="end">
            {isAside ? 'Amount' : 'Releases'}
          </th>
          {hasLast && <th scope="col">{outcomes ? 'Result' : 'Reason'}</th>}
        </tr>
      </thead>
      <tbody>
        {plan.map(({ id, value, setAside }) => (
          <tr key={id}>
            <th scope="row">{value.external_id ?? id}</th>
            <td className={classes['mono']}>{shortenMiddle(value.recipient_wallet ?? '')}</td>
            <td data-align="end">
              {setAside === null && <Amount value={moneyOf(value).debited} currency={value.currency} />}
              {isAside && value.amount && <Amount value={value.amount} currency={value.currency} />}
            </td>
            {hasLast && (
              <td className={classes['last']}>
                {setAside ?? <BatchResult outcome={outcomes?.get(id)} labels={deletionLabels} />}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </FramedTable>
  );
}

const deletionLabels = { running: 'Deleting …', done: 'Deleted', failed: 'Not deleted' };
