import { zodResolver } from '@hookform/resolvers/zod';
import { Stack, TextInput } from '@mantine/core';
import * as z from 'zod/mini';
import { useForm, useFormState } from 'react-hook-form';
import { limits, noLimits } from '#contract/gateway/limits.ts';
import { inviteUser } from '#contract/gateway/users.ts';
import { useChange, useIsChanging } from '#dashboard/api/changes.ts';
import { Button } from '#dashboard/ui/button.tsx';
import dialog from '#dashboard/ui/dialog.module.css';
import { FormDialog } from '#dashboard/ui/form-dialog.tsx';
import { RouteDialog } from '#dashboard/ui/route-dialog.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { AccountOfUser } from './account-of-user.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { LimitsFields, accessFields, clearAdministratorLimits } from './limits-fields.tsx';
import { RolesField } from './roles-field.tsx';
import { usersPath } from './users-path.ts';

const title = 'Invite user';
const resolver = zodResolver(z.strictObject({ ...inviteUser.body.shape, limits }));

/** Creates a user with roles, and shows the link with which the user joins. */
export function Component() {
  const invite = useChange(inviteUser);
  const isInviting = useIsChanging(inviteUser);
  const form = useForm({
    resolver,
    defaultValues: { name: '', email: '', roles: [] as string[], limits: noLimits },
  });
  const { errors } = useFormState({ control: form.control });
  if (invite.data !== undefined) {
    const { token, expires_at: expiresAt } = invite.data;
    if (token === null || expiresAt === null)
      return <AddedFromElsewhere email={form.getValues('email').trim()} />;
    return (
      <RouteDialog title="User invited" closeTo={usersPath}>
        <InvitationLink
          name={form.getValues('name').trim()}
          invitation={{ token, expires_at: expiresAt }}
          closeTo={usersPath}
        />
      </RouteDialog>
    );
  }
  return (
    <FormDialog
      title={title}
      form={form}
      saving={invite}
      submitLabel={title}
      closeTo={usersPath}
      onSubmit={(body) => {
        if (!isInviting()) invite.mutate(clearAdministratorLimits(body));
      }}
    >
      <AccountOfUser />
      <TextInput {...form.register('name')} label="Name" autoComplete="off" error={errors.name?.message} />
      <TextInput
        {...form.register('email')}
        label="Email"
        description="The user signs in with it. The console sends no email."
        type="email"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        error={errors.email?.message}
      />
      <RolesField control={form.control} name="roles" />
      <LimitsFields control={form.control} names={accessFields} />
    </FormDialog>
  );
}

/** Somebody of another account needs no link. */
function AddedFromElsewhere({ email }: { email: string }) {
  const close = useCloseDialog(usersPath);
  return (
    <RouteDialog title="User added" closeTo={usersPath}>
      <Stack gap="md">
        <p>
          {email} already signs in to another account, so there’s no link to send. They can open this account
          from the account menu.
        </p>
        <div className={dialog['footer']}>
          <Button data-autofocus onClick={() => close({ saved: true })}>
            Done
          </Button>
        </div>
      </Stack>
    </RouteDialog>
  );
}
