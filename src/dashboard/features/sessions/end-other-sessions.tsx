import { endOtherSessions } from '#contract/gateway/open-sessions.ts';
import { formatCount } from '#domain/format.ts';
import { useChange, useIsChanging } from '#dashboard/api/changes.ts';
import { useSession } from '#dashboard/session/session.queries.ts';
import { ConfirmDialog } from '#dashboard/ui/confirm-dialog.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { sessionsPath } from './sessions.queries.ts';

export function Component() {
  const end = useChange(endOtherSessions);
  const isEnding = useIsChanging(endOtherSessions);
  const close = useCloseDialog(sessionsPath);
  const isUser = useSession().user !== null;
  return (
    <ConfirmDialog
      title="End all other sessions?"
      confirmLabel="End all other sessions"
      danger
      action={end}
      closeTo={sessionsPath}
      onConfirm={() => {
        if (isEnding()) return;
        end.mutate(
          {},
          {
            onSuccess: ({ ended }) => {
              notifySuccess(`${formatCount(ended, 'session')} ended`);
              close({ saved: true });
            },
          },
        );
      }}
    >
      <p>
        {isUser
          ? 'You are signed out everywhere else. This session stays open.'
          : 'Everyone else who signed in with this API key is signed out. This session stays open.'}
      </p>
    </ConfirmDialog>
  );
}
