import { Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconPlus } from '@tabler/icons-react';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Link, Outlet } from 'react-router';
import type { Role } from '#contract/gateway/roles.ts';
import { formatCount, formatInteger } from '#domain/format.ts';
import { rolesQuery } from '#dashboard/entities/roles/roles.queries.ts';
import { LinkButton } from '#dashboard/ui/button.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { PermittedLink } from '#dashboard/ui/permitted-link.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import table from '#dashboard/ui/table.module.css';
import { RoleMatrix } from './role-matrix.tsx';
import { newRolePath, rolePath } from './roles-paths.ts';
import { useMayManageRoles } from './use-may-manage-roles.ts';

export function loader(queryClient: QueryClient): void {
  void queryClient.prefetchQuery(rolesQuery);
}

/** The roles of the account and what each of them allows. */
export function Component() {
  const mayManage = useMayManageRoles();
  const { data, error, refetch } = useQuery(rolesQuery);
  const retry = () => void refetch();
  return (
    <Page
      actions={
        <>
          <LinkButton to="/settings" variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />}>
            Settings
          </LinkButton>
          <PermittedLink
            to={newRolePath}
            permission={mayManage}
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            Create role
          </PermittedLink>
        </>
      }
    >
      <Stack gap="xl" maw={1200} fz="sm">
        <Text c="dimmed" inherit maw={640}>
          A user can do everything that any of their roles allows, and nothing that the account’s API key
          doesn’t allow.
        </Text>
        {data === undefined && error !== null && <ErrorState error={error} onRetry={retry} />}
        {data === undefined && error === null && <SkeletonLines label="Loading roles" />}
        {data !== undefined && error !== null && <FailureAlert error={error} onRetry={retry} />}
        {data !== undefined && (
          <>
            <RoleList roles={data.roles} mayManage={mayManage.allowed} />
            <Stack component="section" gap="sm" aria-labelledby="permissions">
              <Title order={2} id="permissions">
                Permissions
              </Title>
              <RoleMatrix roles={data.roles} />
            </Stack>
          </>
        )}
      </Stack>
      <Outlet />
    </Page>
  );
}

function RoleList({ roles, mayManage }: { roles: readonly Role[]; mayManage: boolean }) {
  return (
    <table className={table['table']}>
      <caption className="unseen">Roles</caption>
      <thead>
        <tr>
          <th scope="col">Role</th>
          <th scope="col" data-align="end">
            Users
          </th>
          {mayManage && (
            <th scope="col">
              <span className="unseen">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {roles.map((role) => (
          <RoleRow key={role.id} role={role} mayManage={mayManage} />
        ))}
      </tbody>
    </table>
  );
}

function RoleRow({ role, mayManage }: { role: Role; mayManage: boolean }) {
  const { id, name, description, permissions, members, version } = role;
  return (
    <tr>
      <th scope="row">
        <span dir="auto">{name}</span>
        <Text component="div" c="dimmed" inherit>
          {description ?? `Custom role with ${formatCount(permissions.length, 'permission')}`}
        </Text>
      </th>
      <td data-align="end">{formatInteger(members)}</td>
      {mayManage && (
        <td data-align="end">
          {version !== null && (
            <Group gap="md" justify="flex-end" wrap="nowrap">
              <Link to={rolePath(id)} aria-label={`Edit ${name}`}>
                Edit
              </Link>
              <Link to={rolePath(id, 'delete')} aria-label={`Delete ${name}`}>
                Delete
              </Link>
            </Group>
          )}
        </td>
      )}
    </tr>
  );
}
