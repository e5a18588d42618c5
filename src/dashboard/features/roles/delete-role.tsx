import { removeRole } from '#contract/gateway/roles.ts';
import { formatCount, pluralize } from '#domain/format.ts';
import { useChange, useIsChanging } from '#dashboard/api/changes.ts';
import { ConfirmDialog } from '#dashboard/ui/confirm-dialog.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { type CustomRole, RoleDialog } from './role-dialog.tsx';
import { rolesPath } from './roles-paths.ts';

export function Component() {
  return <RoleDialog title="Delete role">{(role) => <Delete role={role} />}</RoleDialog>;
}

function Delete({ role: { id, name, version, members } }: { role: CustomRole }) {
  const remove = useChange(removeRole);
  const isRemoving = useIsChanging(removeRole);
  const close = useCloseDialog(rolesPath);
  const have = `${formatCount(members, 'user')} ${pluralize(members, 'has', 'have')}`;
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      confirmLabel="Delete role"
      danger
      action={remove}
      closeTo={rolesPath}
      {...(members > 0 && {
        disabledReason: `${have} this role. Give them another role, then delete it.`,
      })}
      onConfirm={() => {
        if (isRemoving()) return;
        remove.mutate(
          { role_id: id, version },
          {
            onSuccess: () => {
              notifySuccess(`Role “${name}” deleted`);
              close({ saved: true });
            },
          },
        );
      }}
    >
      {members === 0 && <p>No user has this role, so nobody loses a permission.</p>}
    </ConfirmDialog>
  );
}
