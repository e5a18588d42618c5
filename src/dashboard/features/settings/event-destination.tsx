import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  type EventDelivery,
  type EventDestination,
  removeEventDestination,
  retryFailedEvents,
  sendEventAgain,
} from '#contract/gateway/event-destinations.ts';
import { formatCount } from '#domain/format.ts';
import { shortenMiddle } from '#domain/shorten.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { transactionPath } from '#dashboard/entities/transactions/transactions.queries.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import { notifyFailure, notifySuccess } from '#dashboard/ui/notify.tsx';
import { StatusBadge } from '#dashboard/ui/status-badge.tsx';
import table from '#dashboard/ui/table.module.css';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import classes from './settings.module.css';

/** A URL that events are sent to, what became of the latest ones, and the way to send them again. */
export function Destination({ destination }: { destination: EventDestination }) {
  const { id, url, created_at: createdAt, created_by: by, waiting, failed, latest } = destination;
  const retry = useChange(retryFailedEvents);
  const retryAll = () =>
    retry.mutate(
      { id },
      {
        onSuccess: () => notifySuccess(`Sending ${formatCount(failed, 'event')} again`),
        onError: (error) => notifyFailure('The events couldn’t be sent again', error),
      },
    );
  return (
    <Stack component="li" gap="sm">
      <Group gap="8px 16px" justify="space-between" align="flex-start" className={classes['list']}>
        <div>
          <Address value={url} what="URL" full />
          <Text c="dimmed" inherit>
            Added{by === null ? '' : ` by ${by}`}, <CopyableTime value={createdAt} />
            {'. '}
            {destination.last_delivered_at === null ? (
              'Nothing delivered yet.'
            ) : (
              <>
                Last delivered <CopyableTime value={destination.last_delivered_at} />.
              </>
            )}
            {waiting > 0 && ` ${formatCount(waiting, 'event')} waiting.`}
          </Text>
        </div>
        <RemoveButton destination={destination} />
      </Group>
      {failed > 0 && (
        <Alert tone="warning">
          <Group justify="space-between" gap="sm">
            <span>Delivery of {formatCount(failed, 'event')} has failed and is no longer tried.</span>
            <Button variant="default" size="compact-sm" loading={retry.isPending} onClick={retryAll}>
              Send again
            </Button>
          </Group>
        </Alert>
      )}
      {latest.length > 0 && (
        <FramedTable title={`Latest events for ${url}`} isCaptionHidden isStacked>
          <thead>
            <tr>
              <th scope="col">Transaction</th>
              <th scope="col">Event</th>
              <th scope="col">Created</th>
              <th scope="col">Delivery</th>
              <th scope="col">
                <span className="unseen">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {latest.map((delivery) => (
              <Delivery key={delivery.id} delivery={delivery} />
            ))}
          </tbody>
        </FramedTable>
      )}
    </Stack>
  );
}

function RemoveButton({ destination: { id, url } }: { destination: EventDestination }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useChange(removeEventDestination);
  const confirm = () =>
    remove.mutate(
      { id },
      {
        onSuccess: () => notifySuccess('URL removed. No more events are sent there.'),
        onError: (error) => notifyFailure('The URL couldn’t be removed', error),
      },
    );
  if (!isAsking) {
    return (
      <Button variant="default" aria-label={`Remove ${url}`} onClick={() => setIsAsking(true)}>
        Remove
      </Button>
    );
  }
  return (
    <Group gap="sm">
      <span>Events that are still waiting are dropped.</span>
      <Button variant="default" onClick={() => setIsAsking(false)}>
        Keep URL
      </Button>
      <Button color="danger" loading={remove.isPending} onClick={confirm}>
        Remove URL
      </Button>
    </Group>
  );
}

function Delivery({ delivery }: { delivery: EventDelivery }) {
  const { id, transaction_id: transactionId, state, attempts, error, next_try_at: nextTryAt } = delivery;
  const again = useChange(sendEventAgain);
  const send = () =>
    again.mutate(
      { id },
      {
        onSuccess: () => notifySuccess('Sending the event'),
        onError: (failure) => notifyFailure('The event couldn’t be sent', failure),
      },
    );
  return (
    <tr>
      <th scope="row" className={table['mono']}>
        <Link to={transactionPath(transactionId)}>{shortenMiddle(transactionId)}</Link>
      </th>
      <td>
        <StatusBadge status={delivery.event_status} />
      </td>
      <td>
        <CopyableTime value={delivery.created_at} />
      </td>
      <td className={table['last']}>
        <StatusBadge status={state} />
        {error !== null && (
          <Text c="dimmed" inherit>
            {error} {formatCount(attempts, 'attempt')}.
            {nextTryAt !== null && (
              <>
                {' '}
                Next <CopyableTime value={nextTryAt} />.
              </>
            )}
          </Text>
        )}
      </td>
      <td data-align="end">
        {(state !== 'waiting' || attempts > 0) && (
          <Button
            variant="default"
            size="compact-sm"
            loading={again.isPending}
            aria-label={`${state === 'waiting' ? 'Send now' : 'Send again'}: ${transactionId}, ${delivery.event_status}`}
            onClick={send}
          >
            {state === 'waiting' ? 'Send now' : 'Send again'}
          </Button>
        )}
      </td>
    </tr>
  );
}
