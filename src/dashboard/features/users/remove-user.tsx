import { removeUser, type User } from '#contract/gateway/users.ts';
import { useChange, useIsChanging } from '#dashboard/api/changes.ts';
import { useSession } from '#dashboard/session/session.queries.ts';
import { ConfirmDialog } from '#dashboard/ui/confirm-dialog.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { UserDialog } from './user-dialog.tsx';
import { usersPath } from './users-path.ts';

export function Component() {
  return <UserDialog title="Remove user">{(user) => <Remove user={user} />}</UserDialog>;
}

function Remove({ user }: { user: User }) {
  const remove = useChange(removeUser);
  const isRemoving = useIsChanging(removeUser);
  const isOwn = useSession().user?.id === user.id;
  const close = useCloseDialog(usersPath);
  return (
    <ConfirmDialog
      title={`Remove ${user.name}?`}
      confirmLabel="Remove user"
      danger
      action={remove}
      closeTo={usersPath}
      {...(isOwn && { disabledReason: 'This is you. Ask another administrator to remove you.' })}
      onConfirm={() => {
        if (isRemoving()) return;
        remove.mutate(
          { id: user.id },
          {
            onSuccess: () => {
              notifySuccess(`${user.name} removed`);
              close({ saved: true });
            },
          },
        );
      }}
    >
      <p>
        {user.name} loses access to this account immediately. The activity log keeps what {user.name} did.
      </p>
    </ConfirmDialog>
  );
}
