import type { QueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { withinAccount } from '#dashboard/lib/page-account.ts';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { reconciliationPath } from './reconciliation-paths.ts';
import { ReconciliationList } from './reconciliation-list.tsx';
import { pageIn } from '#dashboard/lib/page-state.ts';
import { reconciliationQueries } from './reconciliation.queries.ts';

const NewReconciliation = lazy(async () => ({
  default: (await import('./new-reconciliation.tsx')).NewReconciliation,
}));

const ReconciliationResult = lazy(async () => ({
  default: (await import('./result/result-page.tsx')).ReconciliationResult,
}));

export function loader(queryClient: QueryClient, url: string): void {
  const { pathname, search } = withinAccount(new URL(url));
  const below = pathname.slice(reconciliationPath.length + 1);
  if (below === '') {
    void queryClient.prefetchQuery(reconciliationQueries.list(pageIn(new URLSearchParams(search))));
  } else if (below !== 'new') void queryClient.prefetchQuery(reconciliationQueries.one(below));
}

/** Files of finance compared with the books: earlier comparisons, a new one, and what one found. */
export function Component() {
  const { '*': below = '' } = useParams();
  if (below === '') return <ReconciliationList />;
  return (
    <Suspense fallback={<SkeletonLines label="Loading reconciliation" />}>
      {below === 'new' ? <NewReconciliation /> : <ReconciliationResult key={below} id={below} />}
    </Suspense>
  );
}
