import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { collectExchangeRates } from '#contract/gateway/exchange-rates.ts';
import { fetchRates, type RateSourceState } from '#contract/gateway/rate-source.ts';
import { formatCount } from '#domain/format.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { usePermission, useUnsupported } from '#dashboard/session/session.queries.ts';
import { Alert } from '#dashboard/ui/alert.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { notifyFailure, notifySuccess } from '#dashboard/ui/notify.tsx';
import { PermittedButton } from '#dashboard/ui/permitted-link.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import { rateQueries } from './rates.queries.ts';
import classes from './rates.module.css';

/** Where rates come from besides files, and how that went. */
export function RateSources() {
  const { data, error, refetch } = useQuery(rateQueries.source());
  return (
    <section aria-labelledby="rate-sources" className={classes['part']}>
      <h2 id="rate-sources">Sources</h2>
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonLines label="Loading the sources" lines={1} />}
      {data !== undefined && <UrlSource source={data.source} />}
      <Exchanges />
    </section>
  );
}

function UrlSource({ source }: { source: RateSourceState }) {
  const mayFetch = usePermission(fetchRates);
  const fetching = useChange(fetchRates);
  const { host, failure, read_at: readAt, rates_read: count, tried_at: triedAt } = source;
  if (host === null) {
    return (
      <p>
        No rate URL is set, so no rates are fetched. <Link to="/settings/value">Set a rate URL</Link>
      </p>
    );
  }
  return (
    <>
      <p>
        <strong>{host}</strong> is read once a day.{' '}
        {readAt === null || count === null ? (
          'It hasn’t been read yet.'
        ) : (
          <>
            {formatCount(count, 'rate')} read on <CopyableTime value={readAt} />.
          </>
        )}
      </p>
      {failure !== null && triedAt !== null && (
        <Alert tone="negative">
          The last attempt failed, on <CopyableTime value={triedAt} />. {failure}
        </Alert>
      )}
      <div>
        <PermittedButton
          permission={mayFetch}
          variant="default"
          size="compact-sm"
          loading={fetching.isPending}
          onClick={() =>
            fetching.mutate(
              {},
              {
                onSuccess: ({ source: { failure: problem, rates_read: read } }) => {
                  if (problem === null) notifySuccess(`${formatCount(read ?? 0, 'rate')} read`);
                },
                onError: (error) => notifyFailure('The rates couldn’t be read', error),
              },
            )
          }
        >
          Read now
        </PermittedButton>
      </div>
    </>
  );
}

function Exchanges() {
  const mayCollect = usePermission(collectExchangeRates);
  const collecting = useChange(collectExchangeRates);
  const unsupported = useUnsupported('listExchangeTransactions');
  if (unsupported !== null) return null;
  return (
    <Group gap="8px 12px">
      <PermittedButton
        permission={mayCollect}
        variant="default"
        size="compact-sm"
        loading={collecting.isPending}
        onClick={() =>
          collecting.mutate(
            {},
            {
              onSuccess: ({ added, is_complete: isComplete }) =>
                notifySuccess(
                  isComplete
                    ? `${formatCount(added, 'new rate')} from exchanges`
                    : `${formatCount(added, 'new rate')} from exchanges. Earlier exchanges weren’t read`,
                ),
              onError: (error) => notifyFailure('The exchanges couldn’t be read', error),
            },
          )
        }
      >
        Read rates of your exchanges
      </PermittedButton>
      <Text span c="dimmed" inherit>
        Used only where there is no other rate.
      </Text>
    </Group>
  );
}
