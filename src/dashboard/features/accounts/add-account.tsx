import { zodResolver } from '@hookform/resolvers/zod';
import { TextInput } from '@mantine/core';
import { useForm, useFormState } from 'react-hook-form';
import { addAccount } from '#contract/gateway/accounts.ts';
import { useChange, useIsChanging } from '#dashboard/api/changes.ts';
import { urlInAccount } from '#dashboard/lib/page-account.ts';
import { FormDialog } from '#dashboard/ui/form-dialog.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { accountsPath } from './accounts-path.ts';

const title = 'Add account';
const resolver = zodResolver(addAccount.body);

/** Adds an account with its API key. The user becomes its first administrator, and continues there. */
export function Component() {
  const add = useChange(addAccount);
  const isAdding = useIsChanging(addAccount);
  const close = useCloseDialog(accountsPath);
  const form = useForm({ resolver, defaultValues: { name: '', token: '' } });
  const { errors } = useFormState({ control: form.control });
  return (
    <FormDialog
      title={title}
      form={form}
      saving={add}
      submitLabel={title}
      closeTo={accountsPath}
      onSubmit={(body) => {
        if (isAdding()) return;
        add.mutate(body, {
          onSuccess: ({ id }) => {
            close({ saved: true });
            window.location.assign(urlInAccount(id, `${accountsPath}?added`));
          },
        });
      }}
    >
      <TextInput
        {...form.register('name')}
        label="Name"
        description="Shown to everyone in the account, for example Treasury."
        autoComplete="off"
        error={errors.name?.message}
      />
      <TextInput
        {...form.register('token')}
        label="API key"
        description="An API key of the account with all permissions. It’s stored encrypted and never shown again. You become the account’s first administrator."
        type="password"
        autoComplete="off"
        spellCheck={false}
        error={errors.token?.message}
      />
    </FormDialog>
  );
}
