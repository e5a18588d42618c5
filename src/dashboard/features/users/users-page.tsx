import { Group, Text } from '@mantine/core';
import { IconArrowLeft, IconFlask, IconPlus, IconUsers } from '@tabler/icons-react';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Link, Outlet } from 'react-router';
import { isLimited, type Limits } from '#contract/gateway/limits.ts';
import { listUsers, type User } from '#contract/gateway/users.ts';
import { formatCount } from '#domain/format.ts';
import { rolesQuery } from '#dashboard/entities/roles/roles.queries.ts';
import { queryOf } from '#dashboard/api/queries.ts';
import { signInOptionsQuery } from '#dashboard/entities/sign-in/sign-in-options.queries.ts';
import { liveEveryMs } from '#dashboard/list/live-setting.ts';
import { networkName } from '#dashboard/lib/format.ts';
import { useSession } from '#dashboard/session/session.queries.ts';
import { Alert } from '#dashboard/ui/alert.tsx';
import { LinkButton } from '#dashboard/ui/button.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { Badge } from '#dashboard/ui/status-badge.tsx';
import table from '#dashboard/ui/table.module.css';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import { rolesText } from './roles-text.ts';

const usersQuery = queryOf(listUsers, {});

export function loader(queryClient: QueryClient): void {
  void queryClient.prefetchQuery(usersQuery);
  void queryClient.prefetchQuery(signInOptionsQuery);
}

/** Who can sign in to the account, with which roles. */
export function Component() {
  const { user } = useSession();
  // Users join, and their groups change, while the page is open.
  const { data, error, refetch } = useQuery({ ...usersQuery, refetchInterval: liveEveryMs });
  const users = data?.users;
  const retry = () => void refetch();
  return (
    <Page
      actions={
        <>
          <LinkButton to="/settings" variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />}>
            Settings
          </LinkButton>
          {user !== null && (
            <LinkButton to="invite" leftSection={<IconPlus size={16} aria-hidden />}>
              Invite user
            </LinkButton>
          )}
        </>
      }
    >
      {users !== undefined && error !== null && <FailureAlert error={error} onRetry={retry} />}
      {users === undefined && error !== null && <ErrorState error={error} onRetry={retry} />}
      {users === undefined && error === null && <SkeletonLines label="Loading users" />}
      {users !== undefined && users.length === 0 && <NoUsers />}
      {user === null && users !== undefined && users.length > 0 && <KeySignedIn users={users} />}
      {users !== undefined && users.length > 0 && <Users users={users} mayChange={user !== null} />}
      <Outlet />
    </Page>
  );
}

function NoUsers() {
  return (
    <EmptyState
      icon={<IconUsers size={28} />}
      title="No users yet"
      action={<LinkButton to="first-administrator">Create first administrator</LinkButton>}
    >
      Everyone with this account’s API key signs in as the same person. Create users, and the activity log
      says who did what, roles say what each of them may do, and nobody has to see the key.
    </EmptyState>
  );
}

/** Why somebody who signed in with an API key changes nothing here, and what to do. */
function KeySignedIn({ users }: { users: readonly User[] }) {
  const hasOnlySandboxUsers = users.every((each) => each.is_sandbox && !each.has_joined);
  if (users.some((each) => each.has_joined)) {
    return (
      <Alert tone="warning">
        You signed in with an API key, which everyone who has it shares. Sign in as an administrator to change
        users.
      </Alert>
    );
  }
  return (
    <Alert tone="warning">
      <Group justify="space-between" gap="sm">
        <span>
          {hasOnlySandboxUsers
            ? 'These users are part of the sandbox: anyone can sign in as one of them. Create an administrator to add your own users.'
            : 'The first administrator hasn’t joined yet. If the link is lost, create another one.'}
        </span>
        <LinkButton to="first-administrator" variant="default" size="compact-sm">
          {hasOnlySandboxUsers ? 'Create first administrator' : 'Create another link'}
        </LinkButton>
      </Group>
    </Alert>
  );
}

function Users({ users, mayChange }: { users: readonly User[]; mayChange: boolean }) {
  return (
    <FramedTable title="Users" isCaptionHidden isStacked isWhole>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Roles</th>
          <th scope="col">Signs in with</th>
          <th scope="col">Last used</th>
          {mayChange && (
            <th scope="col">
              <span className="unseen">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user.id} user={user} mayChange={mayChange} />
        ))}
      </tbody>
    </FramedTable>
  );
}

function UserRow({ user, mayChange }: { user: User; mayChange: boolean }) {
  const isOwn = useSession().user?.id === user.id;
  const { data } = useQuery(rolesQuery);
  return (
    <tr>
      <th scope="row">
        <Group component="span" gap="xs">
          <span>
            {user.name}
            {isOwn && (
              <Text span c="dimmed" inherit>
                {' '}
                (you)
              </Text>
            )}
          </span>
          {user.is_sandbox && (
            <Badge tone="warning" icon={IconFlask}>
              Sandbox
            </Badge>
          )}
        </Group>
        <Text component="div" c="dimmed" inherit>
          {user.email}
        </Text>
      </th>
      <td data-label="Roles">
        {/* One piece: on a phone, the cell puts its pieces side by side. */}
        <div>
          {rolesText(user.roles, data?.roles)}
          {user.has_group_roles && ' (from groups)'}
          {isLimited(user.limits) && (
            <Text component="div" c="dimmed" inherit>
              {limitsText(user.limits)}
            </Text>
          )}
        </div>
      </td>
      <td data-label="Signs in with" className={table['last']}>
        <div>
          <SignInWays user={user} />
        </div>
      </td>
      <td data-label="Last used">
        {user.last_used_at === null ? 'Never' : <CopyableTime value={user.last_used_at} />}
      </td>
      {mayChange && (
        <td data-align="end">
          <Group gap="md" justify="flex-end" wrap="nowrap">
            <Link to={`${user.id}/roles`} aria-label={`Change roles and limits of ${user.name}`}>
              Roles
            </Link>
            {!hasOneClickSignIn(user) && (
              <Link to={`${user.id}/reset`} aria-label={`Reset sign-in of ${user.name}`}>
                Reset sign-in
              </Link>
            )}
            <Link to={`${user.id}/remove`} aria-label={`Remove ${user.name}`}>
              Remove
            </Link>
          </Group>
        </td>
      )}
    </tr>
  );
}

function limitsText({ networks, wallet_tags: tags }: Limits): string {
  const names = networks.length === 0 ? 'all networks' : networks.map(networkName).join(', ');
  return tags.length === 0 ? `Limits: ${names}` : `Limits: ${names} · tags: ${tags.join(', ')}`;
}

/** A user of the sandbox with nothing to reset. */
function hasOneClickSignIn({ is_sandbox, has_joined, invited_until }: User): boolean {
  return is_sandbox && !has_joined && invited_until === null;
}

function SignInWays({ user }: { user: User }) {
  const { data: options } = useQuery(signInOptionsQuery);
  const ways = [
    ...(user.passkeys > 0 ? [formatCount(user.passkeys, 'passkey')] : []),
    ...(user.has_password ? ['password and authenticator app'] : []),
    ...(user.has_identity ? [options?.identity_provider?.name ?? 'identity provider'] : []),
  ].join(', ');
  if (ways !== '') return ways.charAt(0).toUpperCase() + ways.slice(1);
  if (hasOneClickSignIn(user)) return 'One-click sign-in';
  if (user.invited_until === null) return 'Invitation expired';
  return (
    <>
      Invited until <CopyableTime value={user.invited_until} />
    </>
  );
}
