import { Stack, Text, Title } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, Outlet } from 'react-router';
import type { ClosedPeriods } from '#contract/gateway/closed-periods.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { BooksTabs } from '../books-tabs.tsx';
import { ClosedPeriod } from './closed-period.tsx';
import { NextToClose } from './next-to-close.tsx';
import { closingDocPath } from './periods-paths.ts';
import { closesQuery, pageSize } from './periods.queries.ts';

export function loader(queryClient: QueryClient): void {
  void queryClient.prefetchQuery(closesQuery());
}

/** The period that can be closed next with its checks, and those that were closed. */
export function Component() {
  const [limit, setLimit] = useState(pageSize);
  const { data, error, refetch, isFetching } = useQuery(closesQuery({ limit }));
  const retry = () => void refetch();
  return (
    <Page>
      <BooksTabs />
      {data === undefined && error === null && <SkeletonLines label="Loading closed periods" />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={retry} />}
      {data === null && (
        <EmptyState icon={<IconLock size={20} />} title="Nothing to close">
          Your wallet service is a remote provider that keeps its own ledger.
        </EmptyState>
      )}
      {data && (
        <Stack gap="xl" maw={1040}>
          {error !== null && <FailureAlert error={error} onRetry={retry} />}
          <NextToClose books={data} />
          <Closed books={data} />
          {data.count > data.periods.length && (
            <div>
              <Button variant="default" loading={isFetching} onClick={() => setLimit(limit + pageSize)}>
                Show earlier periods
              </Button>
            </div>
          )}
        </Stack>
      )}
      <Outlet />
    </Page>
  );
}

function Closed({ books: { periods, version } }: { books: ClosedPeriods }) {
  const latest = periods.find(({ reopened }) => reopened === null);
  return (
    <Stack component="section" gap="md" aria-labelledby="closed">
      <Title order={2} id="closed">
        Closed periods
      </Title>
      {version === 0 && (
        <Text c="dimmed" size="sm" maw={640}>
          No period has been closed. Closing one records what it contains, so that anyone can prove later that
          nothing in it has changed. <Link to={closingDocPath}>About closing</Link>
        </Text>
      )}
      {periods.map((period) => (
        <ClosedPeriod key={period.id} period={period} isLatest={period === latest} />
      ))}
    </Stack>
  );
}
