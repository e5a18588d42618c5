import { zodResolver } from '@hookform/resolvers/zod';
import { TextInput } from '@mantine/core';
import { useForm, useFormState } from 'react-hook-form';
import { createRole } from '#contract/gateway/roles.ts';
import type { BodyOf } from '#contract/operation.ts';
import { useChange, useIsChanging } from '#dashboard/api/changes.ts';
import { FormDialog } from '#dashboard/ui/form-dialog.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { PermissionsField } from './permissions-field.tsx';
import { ManagersOnly } from './role-dialog.tsx';
import { rolesPath } from './roles-paths.ts';

const title = 'Create role';
const resolver = zodResolver(createRole.body);

export function Component() {
  return (
    <ManagersOnly title={title}>
      <CreateForm />
    </ManagersOnly>
  );
}

function CreateForm() {
  const create = useChange(createRole);
  const isCreating = useIsChanging(createRole);
  const close = useCloseDialog(rolesPath);
  const form = useForm<BodyOf<typeof createRole>>({ resolver, defaultValues: { name: '', permissions: [] } });
  const { errors } = useFormState({ control: form.control });
  return (
    <FormDialog
      title={title}
      form={form}
      saving={create}
      submitLabel={title}
      closeTo={rolesPath}
      onSubmit={(body) => {
        if (isCreating()) return;
        create.mutate(body, {
          onSuccess: ({ name }) => {
            notifySuccess(`Role “${name}” created. You can give it to users now.`);
            close({ saved: true });
          },
        });
      }}
    >
      <TextInput {...form.register('name')} label="Name" autoComplete="off" error={errors.name?.message} />
      <PermissionsField control={form.control} name="permissions" />
    </FormDialog>
  );
}
