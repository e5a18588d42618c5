import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { endSession, type OpenedSession } from '#contract/gateway/open-sessions.ts';
import { useChange, useIsChanging } from '#dashboard/api/changes.ts';
import { useLastFound } from '#dashboard/lib/use-last-found.ts';
import { ConfirmDialog } from '#dashboard/ui/confirm-dialog.tsx';
import { DialogSkeleton } from '#dashboard/ui/dialog-skeleton.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { RouteDialog } from '#dashboard/ui/route-dialog.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { deviceLabel, sessionsQuery, useSessionsOf } from './sessions.queries.ts';

export function Component() {
  const { id } = useParams();
  const { of, closeTo } = useSessionsOf();
  const { data, error, refetch } = useQuery(sessionsQuery(of));
  const session = useLastFound(id, data?.sessions);
  if (session !== undefined) return <End session={session} closeTo={closeTo} />;
  const content = () => {
    if (data !== undefined) return <EmptyState title="Session not found">It has ended already.</EmptyState>;
    if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <DialogSkeleton label="Loading session" />;
  };
  return (
    <RouteDialog title="End session" closeTo={closeTo}>
      {content()}
    </RouteDialog>
  );
}

function End({ session, closeTo }: { session: OpenedSession; closeTo: string }) {
  const end = useChange(endSession);
  const isEnding = useIsChanging(endSession);
  const close = useCloseDialog(closeTo);
  const { id, user, ip_address: address } = session;
  const where = address === null ? '' : ` at ${address}`;
  return (
    <ConfirmDialog
      title="End session?"
      confirmLabel="End session"
      danger
      action={end}
      closeTo={closeTo}
      {...(session.is_current && { disabledReason: 'This is the session you are using. Sign out instead.' })}
      onConfirm={() => {
        if (isEnding()) return;
        end.mutate(
          { id },
          {
            onSuccess: () => {
              notifySuccess('Session ended');
              close({ saved: true });
            },
          },
        );
      }}
    >
      <p>
        {deviceLabel(session)}
        {where} {user === null ? '' : `(${user.name}) `}is signed out at its next request. What isn’t saved
        there is lost.
      </p>
    </ConfirmDialog>
  );
}
