import { type QueryClient, useQuery } from '@tanstack/react-query';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { AmlRulesSection } from './aml-rules.tsx';
import { ExplorersForm } from './explorers-form.tsx';
import { ExplorersSkeleton } from './explorers-skeleton.tsx';
import { settingsQueries } from '#dashboard/entities/settings/settings.queries.ts';
import { WithdrawalRules } from './withdrawal-rules.tsx';

/** What the account has chosen for the console, for everybody who signs in with one of its keys. */
export function Component() {
  const { data, error, refetch } = useQuery(settingsQueries.all());
  const retry = () => void refetch();
  return (
    <Page>
      <WithdrawalRules />
      {data !== undefined && error !== null && <FailureAlert error={error} onRetry={retry} />}
      {data !== undefined && <ExplorersForm setting={data.explorers} />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={retry} />}
      {data === undefined && error === null && <ExplorersSkeleton />}
      <AmlRulesSection />
    </Page>
  );
}

export function loader(queryClient: QueryClient): void {
  void queryClient.prefetchQuery(settingsQueries.all());
}
