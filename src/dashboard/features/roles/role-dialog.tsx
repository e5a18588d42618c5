import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { Role } from '#contract/gateway/roles.ts';
import { rolesQuery } from '#dashboard/entities/roles/roles.queries.ts';
import { useLastFound } from '#dashboard/lib/use-last-found.ts';
import { Alert } from '#dashboard/ui/alert.tsx';
import { DialogSkeleton } from '#dashboard/ui/dialog-skeleton.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { NoPermission } from '#dashboard/ui/no-permission.tsx';
import { RouteDialog } from '#dashboard/ui/route-dialog.tsx';
import { rolesPath } from './roles-paths.ts';
import { useMayManageRoles } from './use-may-manage-roles.ts';

export type CustomRole = Role & { version: number };

type Props = {
  title: string;
  /** The form, mounted once the role is there. */
  children: (role: CustomRole) => ReactNode;
};

/** A dialog that changes the role of the page's address. */
export function RoleDialog({ title, children }: Props) {
  const { id } = useParams();
  const { data, error, refetch } = useQuery(rolesQuery);
  const role = useLastFound(id, data?.roles);
  const content = () => {
    if (role !== undefined) {
      return (
        <EmptyState title="Built-in role">Built-in roles can’t be changed. Create a role instead.</EmptyState>
      );
    }
    if (data !== undefined) {
      return <EmptyState title="Role not found">The role may have been deleted.</EmptyState>;
    }
    if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <DialogSkeleton label="Loading role" />;
  };
  return (
    <ManagersOnly title={title}>
      {isCustom(role) ? (
        children(role)
      ) : (
        <RouteDialog title={title} closeTo={rolesPath}>
          {content()}
        </RouteDialog>
      )}
    </ManagersOnly>
  );
}

function isCustom(role: Role | undefined): role is CustomRole {
  return role !== undefined && role.version !== null;
}

/** A dialog, or in its place why the signed-in user or key may not change roles. */
export function ManagersOnly({ title, children }: { title: string; children: ReactNode }) {
  const mayManage = useMayManageRoles();
  if (mayManage.allowed) return children;
  return (
    <RouteDialog title={title} closeTo={rolesPath}>
      {mayManage.lacking === undefined ? (
        <Alert tone="warning">{mayManage.reason}</Alert>
      ) : (
        <NoPermission lacking={mayManage.lacking} act="change" />
      )}
    </RouteDialog>
  );
}
