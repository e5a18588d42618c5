import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { ClosedPeriod, ClosedPeriods } from '#contract/gateway/closed-periods.ts';
import { closePeriod } from '#contract/gateway/closing.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { Alert } from '#dashboard/ui/alert.tsx';
import { DialogSkeleton } from '#dashboard/ui/dialog-skeleton.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { NoPermission } from '#dashboard/ui/no-permission.tsx';
import { RouteDialog } from '#dashboard/ui/route-dialog.tsx';
import { periodsPath } from '#dashboard/entities/books/books-paths.ts';
import { closesQuery } from './periods.queries.ts';

type Props = {
  title: string;
  /** The form, mounted once the period is there. */
  children: (period: ClosedPeriod, books: ClosedPeriods) => ReactNode;
};

/** A dialog about the closed period of the page’s address. */
export function PeriodDialog({ title, children }: Props) {
  const { id } = useParams();
  const { data, error, refetch } = useQuery(closesQuery({ limit: 300 }));
  const period = data?.periods.find((each) => each.id === id);
  const content = () => {
    if (data !== undefined) {
      return <EmptyState title="Closed period not found">The link may be out of date.</EmptyState>;
    }
    if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <DialogSkeleton label="Loading period" />;
  };
  return (
    <ClosersOnly title={title}>
      {period !== undefined && data ? (
        children(period, data)
      ) : (
        <RouteDialog title={title} closeTo={periodsPath}>
          {content()}
        </RouteDialog>
      )}
    </ClosersOnly>
  );
}

/** A dialog, or in its place why the signed-in user or key may not close the books. */
export function ClosersOnly({ title, children }: { title: string; children: ReactNode }) {
  const may = usePermission(closePeriod);
  if (may.allowed) return children;
  return (
    <RouteDialog title={title} closeTo={periodsPath}>
      {may.lacking === undefined ? (
        <Alert tone="warning">{may.reason}</Alert>
      ) : (
        <NoPermission lacking={may.lacking} act="change" />
      )}
    </RouteDialog>
  );
}
