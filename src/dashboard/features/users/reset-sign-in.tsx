import { resetUserSignIn, type User } from '#contract/gateway/users.ts';
import { useChange, useIsChanging } from '#dashboard/api/changes.ts';
import { ConfirmDialog } from '#dashboard/ui/confirm-dialog.tsx';
import { RouteDialog } from '#dashboard/ui/route-dialog.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { UserDialog } from './user-dialog.tsx';
import { usersPath } from './users-path.ts';

export function Component() {
  return <UserDialog title="Reset sign-in">{(user) => <Reset user={user} />}</UserDialog>;
}

function Reset({ user }: { user: User }) {
  const reset = useChange(resetUserSignIn);
  const isResetting = useIsChanging(resetUserSignIn);
  if (reset.data !== undefined) {
    return (
      <RouteDialog title="Sign-in reset" closeTo={usersPath}>
        <InvitationLink name={user.name} invitation={reset.data} closeTo={usersPath} />
      </RouteDialog>
    );
  }
  return (
    <ConfirmDialog
      title={`Reset sign-in of ${user.name}?`}
      confirmLabel="Reset sign-in"
      danger
      action={reset}
      closeTo={usersPath}
      onConfirm={() => {
        if (!isResetting()) reset.mutate({ id: user.id });
      }}
    >
      <p>
        {user.has_joined
          ? `Passkeys, password, authenticator app and recovery codes of ${user.name} are removed, and all sessions end. You get a new link to send.`
          : `The earlier link stops working. You get a new one to send to ${user.name}.`}
      </p>
    </ConfirmDialog>
  );
}
