import { zodResolver } from '@hookform/resolvers/zod';
import * as z from 'zod/mini';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { limits } from '#contract/gateway/limits.ts';
import { changeUserRoles, type User } from '#contract/gateway/users.ts';
import { useChange, useIsChanging } from '#dashboard/api/changes.ts';
import { signInOptionsQuery } from '#dashboard/entities/sign-in/sign-in-options.queries.ts';
import { FormDialog } from '#dashboard/ui/form-dialog.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { LimitsFields, accessFields, clearAdministratorLimits } from './limits-fields.tsx';
import { RolesField } from './roles-field.tsx';
import { UserDialog } from './user-dialog.tsx';
import { usersPath } from './users-path.ts';

const title = 'Change roles and limits';
const resolver = zodResolver(z.strictObject({ ...changeUserRoles.body.shape, limits }));

export function Component() {
  return <UserDialog title={title}>{(user) => <RolesForm user={user} />}</UserDialog>;
}

function RolesForm({ user }: { user: User }) {
  const change = useChange(changeUserRoles);
  const isChanging = useIsChanging(changeUserRoles);
  const close = useCloseDialog(usersPath);
  const { data: options } = useQuery(signInOptionsQuery);
  const provider = options?.identity_provider?.name ?? 'The identity provider';
  const form = useForm({
    resolver,
    // This is the version that the form began with, so that a colleague's change isn't overwritten unseen.
    defaultValues: { id: user.id, version: user.version, roles: user.roles, limits: user.limits },
  });
  return (
    <FormDialog
      title={title}
      form={form}
      saving={change}
      submitLabel="Save"
      closeTo={usersPath}
      onSubmit={(body) => {
        if (isChanging()) return;
        change.mutate(clearAdministratorLimits(body), {
          onSuccess: ({ invited_until: until }) => {
            const isLinkOver = user.invited_until !== null && until === null;
            notifySuccess(
              isLinkOver
                ? `Access of ${user.name} saved. The link to join has ended: reset the sign-in to create a new one.`
                : `Access of ${user.name} saved. It applies immediately.`,
            );
            close({ saved: true });
          },
        });
      }}
    >
      <p>
        <strong>{user.name}</strong>, {user.email}
      </p>
      <RolesField
        control={form.control}
        name="roles"
        lockedBecause={
          user.has_group_roles
            ? `${provider} sets these roles at each sign-in. To change them, change the user’s groups there, or the roles of the groups in OIDC_ROLES on the server.`
            : undefined
        }
      />
      <LimitsFields control={form.control} names={accessFields} />
    </FormDialog>
  );
}
