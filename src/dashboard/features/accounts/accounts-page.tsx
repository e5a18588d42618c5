import { zodResolver } from '@hookform/resolvers/zod';
import { Group, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowLeft, IconPlus } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useForm, useFormState } from 'react-hook-form';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { renameAccount } from '#contract/gateway/accounts.ts';
import type { UserAccount } from '#contract/gateway/sessions.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { urlInAccount } from '#dashboard/lib/page-account.ts';
import { useSession } from '#dashboard/session/session.queries.ts';
import { Button, LinkButton } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { accountsPath } from './accounts-path.ts';
import { useServerFieldErrors } from '#dashboard/ui/use-server-field-errors.ts';

/** The accounts of the user, and what the one of this page is called. */
export function Component() {
  const { user, account_id: id, accounts } = useSession();
  const current = accounts.find((each) => each.id === id) ?? { id, name: null };
  useWelcome(current);
  return (
    <Page
      actions={
        <>
          <LinkButton to="/settings" variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />}>
            Settings
          </LinkButton>
          {user !== null && (
            <LinkButton to="add" leftSection={<IconPlus size={16} aria-hidden />}>
              Add account
            </LinkButton>
          )}
        </>
      }
    >
      <Stack gap="lg" maw={880} fz="sm">
        <Text c="dimmed" inherit maw={640}>
          {user === null
            ? 'You’re signed in with an API key. To add an account, sign in as a user.'
            : 'Your accounts. Each browser tab stays in the account that its URL names.'}
        </Text>
        <FramedTable title="Accounts" isCaptionHidden isWhole isStacked>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">ID</th>
              <th scope="col">
                <span className="unseen">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {accounts.map((account) => (
              <AccountRow key={account.id} account={account} isCurrent={account.id === id} />
            ))}
          </tbody>
        </FramedTable>
        <NameForm key={current.id} account={current} />
      </Stack>
      <Outlet />
    </Page>
  );
}

/** Says that an account was added, whose document has just taken the place of the one that added it. */
function useWelcome({ id, name }: UserAccount): void {
  const navigate = useNavigate();
  const isAdded = new URLSearchParams(useLocation().search).has('added');
  useEffect(() => {
    if (!isAdded) return;
    notifySuccess(`${name ?? id} added. You’re now in it.`);
    void navigate(accountsPath, { replace: true });
  }, [isAdded, id, name, navigate]);
}

function AccountRow({ account: { id, name }, isCurrent }: { account: UserAccount; isCurrent: boolean }) {
  return (
    <tr>
      <th scope="row">{name ?? 'Unnamed'}</th>
      <td data-label="ID">
        <Text span inherit ff="monospace">
          {id}
        </Text>
      </td>
      <td data-align="end">
        {isCurrent ? (
          <Text span inherit c="dimmed">
            This account
          </Text>
        ) : (
          <a href={urlInAccount(id, '/')}>Open</a>
        )}
      </td>
    </tr>
  );
}

const resolver = zodResolver(renameAccount.body);

function NameForm({ account }: { account: UserAccount }) {
  const rename = useChange(renameAccount);
  const form = useForm({ resolver, defaultValues: { name: account.name ?? '' } });
  const { errors } = useFormState({ control: form.control });
  const rest = useServerFieldErrors(form, rename.error);
  const submit = form.handleSubmit((body) => {
    if (rename.isPending) return;
    rename.mutate(body, { onSuccess: () => notifySuccess(`Account renamed to “${body.name}”.`) });
  });
  return (
    <form noValidate aria-label="Name of this account" onSubmit={(event) => void submit(event)}>
      <Stack gap="sm" maw={480}>
        {rest !== null && <FailureAlert error={rest} />}
        <TextInput
          {...form.register('name')}
          label="Name of this account"
          description="Shown to everyone in this account. If OIDC_ROLES uses the name, change it there too."
          autoComplete="off"
          error={errors.name?.message}
        />
        <Group>
          <Button type="submit" variant="default" loading={rename.isPending}>
            Save name
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
