import { Group, Text } from '@mantine/core';
import { IconArrowLeft, IconCircleCheck, IconDevices } from '@tabler/icons-react';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, Outlet } from 'react-router';
import type { OpenedSession } from '#contract/gateway/open-sessions.ts';
import type { Session } from '#contract/gateway/sessions.ts';
import { formatCount } from '#domain/format.ts';
import { useSession } from '#dashboard/session/session.queries.ts';
import { LinkButton } from '#dashboard/ui/button.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { Badge } from '#dashboard/ui/status-badge.tsx';
import { TabLink } from '#dashboard/ui/tab-link.tsx';
import table from '#dashboard/ui/table.module.css';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import {
  deviceLabel,
  sessionsOf,
  type SessionsOf,
  sessionsQuery,
  useSessionsOf,
} from './sessions.queries.ts';

export function loader(queryClient: QueryClient, url: string): void {
  void queryClient.prefetchQuery(sessionsQuery(sessionsOf(new URL(url).search)));
}

/** Where the user, or the API key, is signed in; for administrators, where everyone is. */
export function Component() {
  const current = useSession();
  const { of } = useSessionsOf();
  const { data, error, refetch } = useQuery(sessionsQuery(of));
  const sessions = data?.sessions;
  const retry = () => void refetch();
  const hasOthers = sessions?.some((each) => !each.is_current) === true;
  return (
    <Page
      actions={
        <>
          <LinkButton to="/settings" variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />}>
            Settings
          </LinkButton>
          {of === 'own' && hasOthers && (
            <LinkButton to="end-others" variant="default">
              End all other sessions
            </LinkButton>
          )}
        </>
      }
    >
      {managesUsers(current) && <Tabs of={of} />}
      <Text c="dimmed" mb="md">
        {introOf(of, current)}
      </Text>
      {sessions !== undefined && error !== null && <FailureAlert error={error} onRetry={retry} />}
      {sessions === undefined && error !== null && <ErrorState error={error} onRetry={retry} />}
      {sessions === undefined && error === null && <SkeletonLines label="Loading sessions" />}
      {sessions !== undefined && sessions.length === 0 && <NoSessions />}
      {data !== undefined && data.sessions.length > 0 && (
        <Sessions of={of} sessions={data.sessions} more={data.count - data.sessions.length} />
      )}
      <Outlet />
    </Page>
  );
}

function managesUsers({ user, console_permissions: held }: Session): boolean {
  return user !== null && held?.includes('users:write') === true;
}

function introOf(of: SessionsOf, { user, idle_timeout_seconds: idle }: Session): string {
  const end = `A session ends by itself after ${formatCount(Math.ceil(idle / 60), 'minute')} without use.`;
  if (of === 'account') return `Where the users of this account are signed in. ${end}`;
  if (user !== null) return `Where you are signed in. ${end} End any that you don’t recognize.`;
  return `You signed in with an API key: these are the sessions of everyone who uses it. ${end}`;
}

function Tabs({ of }: { of: SessionsOf }) {
  return (
    <Group component="nav" gap="xs" mb="md" aria-label="Whose sessions">
      <TabLink to={{ search: '' }} isCurrent={of === 'own'}>
        Yours
      </TabLink>
      <TabLink to={{ search: '?of=account' }} isCurrent={of === 'account'}>
        Everyone
      </TabLink>
    </Group>
  );
}

/** Only of everyone: the page itself is open in a session of its own, which may be an API key's. */
function NoSessions() {
  return (
    <EmptyState icon={<IconDevices size={28} />} title="No one is signed in">
      Sessions of users appear here while they are signed in.
    </EmptyState>
  );
}

type SessionsProps = { of: SessionsOf; sessions: readonly OpenedSession[]; more: number };

function Sessions({ of, sessions, more }: SessionsProps) {
  const isEveryones = of === 'account';
  return (
    <FramedTable title="Sessions" isCaptionHidden isStacked isWhole more={more}>
      <thead>
        <tr>
          {isEveryones && <th scope="col">User</th>}
          <th scope="col">Device</th>
          <th scope="col">IP address</th>
          <th scope="col">Signed in</th>
          <th scope="col">Last used</th>
          <th scope="col">Ends</th>
          <th scope="col">
            <span className="unseen">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} isEveryones={isEveryones} />
        ))}
      </tbody>
    </FramedTable>
  );
}

function SessionRow({ session, isEveryones }: { session: OpenedSession; isEveryones: boolean }) {
  const { id, user, is_current: isCurrent, ip_address: address } = session;
  const device = deviceLabel(session);
  const whose = isEveryones && user !== null ? ` of ${user.name}` : '';
  return (
    <tr>
      {isEveryones && <th scope="row">{user?.name}</th>}
      <DeviceCell isHeader={!isEveryones}>
        <Group gap="xs">
          {device}
          {isCurrent && (
            <Badge tone="positive" icon={IconCircleCheck}>
              This session
            </Badge>
          )}
        </Group>
      </DeviceCell>
      <td data-label="IP address" className={table['last']}>
        {address ?? 'Not recorded'}
      </td>
      <td data-label="Signed in">
        <CopyableTime value={session.opened_at} />
      </td>
      <td data-label="Last used">
        <CopyableTime value={session.last_used_at} />
      </td>
      <td data-label="Ends">
        <CopyableTime value={endOf(session)} />
      </td>
      <td data-align="end">
        {!isCurrent && (
          <Link
            to={{ pathname: `${id}/end`, search: isEveryones ? '?of=account' : '' }}
            aria-label={`End session${whose}: ${device}, session ${id}`}
          >
            End session
          </Link>
        )}
      </td>
    </tr>
  );
}

function DeviceCell({ isHeader, children }: { isHeader: boolean; children: ReactNode }) {
  return isHeader ? <th scope="row">{children}</th> : <td data-label="Device">{children}</td>;
}

/** When it ends without another request. Both times are written alike, so that their text sorts as they do. */
function endOf({ expires_at: last, idle_ends_at: idle }: OpenedSession): string {
  return idle < last ? idle : last;
}
