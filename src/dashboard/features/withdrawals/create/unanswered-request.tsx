import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { AddressGroups } from './address-groups.tsx';
import classes from './create.module.css';
import type { WithdrawalBody } from './fields.ts';
import { findRequest, isRequestOf } from './find-request.ts';

type Props = {
  body: WithdrawalBody;
  isSending: boolean;
  onSendAgain: () => void;
  onEdit: () => void;
  /** It had been made after all. */
  onFound: (requestId: string) => void;
  /** Another request has its external id. */
  onTaken: () => void;
};

/** A request that was sent and that nobody has answered: asks whether it exists before anything is sent again. */
export function UnansweredRequest({ body, isSending, onSendAgain, onEdit, onFound, onTaken }: Props) {
  const { data, error, isFetching, refetch } = useQuery({
    // Not below the withdrawals, with which it would be asked again while it is being sent.
    queryKey: ['unanswered withdrawal', body.external_id],
    queryFn: async ({ signal }) => (await findRequest(body.external_id, signal)) ?? null,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const foundId = data?.request_id;
  const isOurs = data && isRequestOf(body, data);

  useEffect(() => {
    if (isFetching || foundId === undefined) return;
    if (isOurs) onFound(foundId);
    else onTaken();
    // Told once for each answer.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isFetching, foundId, isOurs]);

  return (
    <section className={classes['review']} aria-labelledby="unanswered-heading">
      <h2 id="unanswered-heading" className={classes['reviewHeading']}>
        This request was sent, and no answer came
      </h2>
      {error !== null && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {isFetching && <output className={classes['note']}>Asking the service whether it was made…</output>}
      {!isFetching && data === null && (
        <Notice tone="warning" role="status">
          The service has no request with this external id now. Send it again: under the same external id it
          is made once, even if the first one arrives late.
        </Notice>
      )}
      <dl className={classes['reviewed']}>
        <div>
          <dt>Recipient</dt>
          <dd className={classes['reviewedAddress']}>
            <AddressGroups address={body.recipient_wallet} />
          </dd>
        </div>
        <div>
          <dt>Amount</dt>
          <dd>
            {body.amount} {body.currency}, the fee {body.fee_included ? 'taken out of it' : 'on top'}
          </dd>
        </div>
        <div>
          <dt>External id</dt>
          <dd className={classes['mono']}>{body.external_id}</dd>
        </div>
      </dl>
      <div className={classes['footer']}>
        <Button
          variant="default"
          aria-disabled={data !== null || undefined}
          onClick={() => data === null && onEdit()}
        >
          Back to the form
        </Button>
        <Button
          aria-disabled={isFetching || undefined}
          loading={isSending}
          onClick={() => {
            if (!isFetching) onSendAgain();
          }}
        >
          Send it again
        </Button>
      </div>
    </section>
  );
}
