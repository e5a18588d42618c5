import { type QueryClient, useQuery } from '@tanstack/react-query';
import { IconArrowLeft, IconSearchOff } from '@tabler/icons-react';
import { useParams } from 'react-router';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { LinkButton } from '#dashboard/ui/button.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { ListAddresses } from '#dashboard/list/list-addresses.tsx';
import { amlPath } from '#dashboard/entities/aml/aml-paths.ts';
import { amlCheckQuery } from './check.queries.ts';
import { amlRulesQuery } from '#dashboard/entities/aml/aml-rules.queries.ts';
import { isRunning, pollMs } from '#dashboard/entities/aml/running.ts';
import { CheckDetails } from './check-details.tsx';
import { CheckHead } from './check-head.tsx';

export function loader(queryClient: QueryClient, url: string): void {
  const id = new URL(url).pathname.slice(amlPath.length + 1);
  void queryClient.prefetchQuery(amlCheckQuery(id));
  void queryClient.prefetchQuery(amlRulesQuery);
}

/** The page of a check: its state, its findings and its decisions. */
export function Component() {
  const { id = '' } = useParams();
  return (
    <Page
      actions={
        <LinkButton to={amlPath} variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />}>
          All checks
        </LinkButton>
      }
    >
      <Check key={id} id={id} />
    </Page>
  );
}

function Check({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    ...amlCheckQuery(id),
    refetchInterval: ({ state }) =>
      state.data !== undefined &&
      isRunning(state.data.check) &&
      pollMs(state.data.check.created_at, serverNow()),
  });
  const retry = () => void refetch();
  if (data !== undefined) {
    return (
      <ListAddresses values={[]}>
        {error !== null && <FailureAlert error={error} onRetry={retry} />}
        <CheckHead check={data.check} />
        {data.check.state === 'finished' && <CheckDetails read={data} />}
      </ListAddresses>
    );
  }
  if (error === null) return <SkeletonLines label="Loading check" />;
  const isUnknown = error instanceof ApiError && error.kind === 'not_found';
  if (!isUnknown) return <ErrorState error={error} onRetry={retry} />;
  return (
    <EmptyState
      icon={<IconSearchOff size={20} />}
      title="Check not found"
      action={
        <LinkButton to={amlPath} variant="default">
          All checks
        </LinkButton>
      }
    >
      It may belong to another account, or the link may be incomplete.
    </EmptyState>
  );
}
