import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { listUsers, type User } from '#contract/gateway/users.ts';
import { queryOf } from '#dashboard/api/queries.ts';
import { useLastFound } from '#dashboard/lib/use-last-found.ts';
import { DialogSkeleton } from '#dashboard/ui/dialog-skeleton.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { RouteDialog } from '#dashboard/ui/route-dialog.tsx';
import { usersPath } from './users-path.ts';

type Props = {
  title: string;
  /** The form, mounted once the user is there. */
  children: (user: User) => ReactNode;
};

/** A dialog that changes the user of the page's address. */
export function UserDialog({ title, children }: Props) {
  const { id } = useParams();
  const { data, error, refetch } = useQuery(queryOf(listUsers, {}));
  const user = useLastFound(id, data?.users);
  if (user !== undefined) return children(user);
  const content = () => {
    if (data !== undefined) {
      return <EmptyState title="User not found">The user may have been removed.</EmptyState>;
    }
    if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <DialogSkeleton label="Loading user" />;
  };
  return (
    <RouteDialog title={title} closeTo={usersPath}>
      {content()}
    </RouteDialog>
  );
}
