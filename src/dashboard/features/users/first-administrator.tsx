import { zodResolver } from '@hookform/resolvers/zod';
import { TextInput } from '@mantine/core';
import { useForm, useFormState } from 'react-hook-form';
import { createFirstAdministrator } from '#contract/gateway/users.ts';
import { useChange, useIsChanging } from '#dashboard/api/changes.ts';
import { FormDialog } from '#dashboard/ui/form-dialog.tsx';
import { RouteDialog } from '#dashboard/ui/route-dialog.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { usersPath } from './users-path.ts';

const title = 'Create first administrator';
const resolver = zodResolver(createFirstAdministrator.body);

/** Turns an account that API keys sign in to into one with users. */
export function Component() {
  const create = useChange(createFirstAdministrator);
  const isCreating = useIsChanging(createFirstAdministrator);
  const form = useForm({ resolver, defaultValues: { name: '', email: '' } });
  const { errors } = useFormState({ control: form.control });
  if (create.data !== undefined) {
    return (
      <RouteDialog title="Administrator created" closeTo={usersPath}>
        <InvitationLink name={form.getValues('name').trim()} invitation={create.data} closeTo={usersPath} />
      </RouteDialog>
    );
  }
  return (
    <FormDialog
      title={title}
      form={form}
      saving={create}
      submitLabel="Create administrator"
      closeTo={usersPath}
      onSubmit={(body) => {
        if (!isCreating()) create.mutate(body);
      }}
    >
      <p>
        The administrator invites everyone else. The API key that you signed in with is stored, encrypted, and
        used for all of the account’s users. None of them sees it.
      </p>
      <TextInput {...form.register('name')} label="Name" autoComplete="off" error={errors.name?.message} />
      <TextInput
        {...form.register('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        error={errors.email?.message}
      />
    </FormDialog>
  );
}
