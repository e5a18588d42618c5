import { zodResolver } from '@hookform/resolvers/zod';
import { TextInput } from '@mantine/core';
import { useForm, useFormState } from 'react-hook-form';
import { changeRole } from '#contract/gateway/roles.ts';
import type { BodyOf } from '#contract/operation.ts';
import { formatCount } from '#domain/format.ts';
import { useChange, useIsChanging } from '#dashboard/api/changes.ts';
import { Alert } from '#dashboard/ui/alert.tsx';
import { FormDialog } from '#dashboard/ui/form-dialog.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { PermissionsField } from './permissions-field.tsx';
import { type CustomRole, RoleDialog } from './role-dialog.tsx';
import { rolesPath } from './roles-paths.ts';

const title = 'Edit role';
const resolver = zodResolver(changeRole.body);

export function Component() {
  return <RoleDialog title={title}>{(role) => <EditForm role={role} />}</RoleDialog>;
}

function EditForm({ role }: { role: CustomRole }) {
  const change = useChange(changeRole);
  const isChanging = useIsChanging(changeRole);
  const close = useCloseDialog(rolesPath);
  const { id, version, name, permissions, members } = role;
  const form = useForm<BodyOf<typeof changeRole>>({
    resolver,
    // This is the version that the form began with, so that a colleague's change isn't overwritten unseen.
    defaultValues: { role_id: id, version, name, permissions },
  });
  const { errors } = useFormState({ control: form.control });
  return (
    <FormDialog
      title={title}
      form={form}
      saving={change}
      submitLabel="Save role"
      closeTo={rolesPath}
      onSubmit={(body) => {
        if (isChanging()) return;
        change.mutate(body, {
          onSuccess: (saved) => {
            notifySuccess(`Role “${saved.name}” saved. It applies now.`);
            close({ saved: true });
          },
        });
      }}
    >
      {members > 0 && (
        <Alert tone="warning">What you change applies at once to {formatCount(members, 'user')}.</Alert>
      )}
      <TextInput {...form.register('name')} label="Name" autoComplete="off" error={errors.name?.message} />
      <PermissionsField control={form.control} name="permissions" />
    </FormDialog>
  );
}
