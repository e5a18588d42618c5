import type { WithdrawalDetail } from '#contract/wallet-service/withdrawals.ts';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import { StatusBadge } from '#dashboard/ui/status-badge.tsx';
import related from '#dashboard/entities/transactions/related-records.module.css';
import { WithdrawalReason } from './withdrawal-reason.tsx';
import { stagesOf } from './withdrawal-stages.ts';
import classes from './withdrawal-details.module.css';

type Props = {
  value: Partial<WithdrawalDetail>;
  /** When the transaction came to be, where it was found. */
  sentAt: string | undefined;
};

/** What has happened to a request, and when, as far as the service says it. */
export function WithdrawalStages({ value, sentAt }: Props) {
  return (
    <section aria-labelledby="stages-heading">
      <h3 id="stages-heading" className={related['heading']}>
        What has happened
      </h3>
      <ol className={classes['stages']}>
        {stagesOf(value, sentAt).map(({ name, at, status }) => (
          <li key={name}>
            <span className={classes['stage']}>
              {words[name]}
              {status !== undefined && <StatusBadge status={status} />}
            </span>
            {at === undefined ? (
              <span className={classes['dimmed']}>time not told</span>
            ) : (
              <CopyableTime value={at} />
            )}
            {name === 'change' && <WithdrawalReason value={value} className={classes['reason']} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

const words = { requested: 'Requested', transaction: 'Transaction made', change: 'Last change' };
