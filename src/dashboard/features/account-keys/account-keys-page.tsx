import { Group, TextInput, Stack, Text } from '@mantine/core';
import { IconArrowLeft, IconKey } from '@tabler/icons-react';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  type AccountKey,
  addAccountKey,
  listAccountKeys,
  removeAccountKey,
} from '#contract/gateway/account-keys.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { queryOf } from '#dashboard/api/queries.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { asSentence } from '#dashboard/lib/error-message.ts';
import { Button, LinkButton } from '#dashboard/ui/button.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import { notifyFailure, notifySuccess } from '#dashboard/ui/notify.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import table from '#dashboard/ui/table.module.css';
import { CopyableTime } from '#dashboard/ui/time.tsx';

const keysQuery = queryOf(listAccountKeys, {});

export function loader(queryClient: QueryClient): void {
  void queryClient.prefetchQuery(keysQuery);
}

/** The API keys that the account's users work with. */
export function Component() {
  const { data, error, refetch } = useQuery(keysQuery);
  const keys = data?.keys;
  const retry = () => void refetch();
  return (
    <Page
      actions={
        <LinkButton to="/settings" variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />}>
          Settings
        </LinkButton>
      }
    >
      {keys !== undefined && error !== null && <FailureAlert error={error} onRetry={retry} />}
      {keys === undefined && error !== null && <ErrorState error={error} onRetry={retry} />}
      {keys === undefined && error === null && <SkeletonLines label="Loading API keys" />}
      {keys !== undefined && keys.length === 0 && (
        <EmptyState icon={<IconKey size={28} />} title="No API keys stored">
          The first administrator of this account brings the first key.
        </EmptyState>
      )}
      {keys !== undefined && keys.length > 0 && <Keys keys={keys} />}
    </Page>
  );
}

function Keys({ keys }: { keys: readonly AccountKey[] }) {
  return (
    <Stack gap="lg" maw={880} fz="sm">
      <Text c="dimmed" inherit maw={640}>
        Users of this account work with its newest API key, and never see it. To replace a key, add the new
        one here, remove the old one, and then revoke it at the wallet service.
      </Text>
      <FramedTable title="API keys" isCaptionHidden isWhole isStacked>
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col">Added</th>
            <th scope="col">Used</th>
            <th scope="col">
              <span className="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow key={key.id} accountKey={key} isOnly={keys.length === 1} />
          ))}
        </tbody>
      </FramedTable>
      <AddForm />
    </Stack>
  );
}

function KeyRow({ accountKey, isOnly }: { accountKey: AccountKey; isOnly: boolean }) {
  const { id, name, fingerprint, added_at: addedAt, added_by: addedBy } = accountKey;
  const [isAsking, setIsAsking] = useState(false);
  const remove = useChange(removeAccountKey);
  const confirm = () =>
    remove.mutate(
      { id },
      {
        onSuccess: () =>
          notifySuccess('API key removed. The wallet service still accepts it: revoke it there.'),
        onError: (error) => {
          setIsAsking(false);
          notifyFailure('The API key couldn’t be removed', error);
        },
      },
    );
  return (
    <tr>
      <th scope="row">
        {name ?? 'API key'}
        <Text component="div" c="dimmed" inherit ff="monospace">
          {fingerprint}
        </Text>
      </th>
      <td data-label="Added">
        <span>
          <CopyableTime value={addedAt} />
          {addedBy !== null && ` by ${addedBy}`}
        </span>
      </td>
      <td data-label="Used" className={table['last']}>
        {accountKey.is_used ? 'By all users' : 'No longer'}
      </td>
      <td data-align="end">
        {!isOnly &&
          (isAsking ? (
            <Group gap="xs" justify="flex-end" wrap="nowrap">
              <Button variant="default" size="compact-sm" onClick={() => setIsAsking(false)}>
                Keep
              </Button>
              <Button color="danger" size="compact-sm" loading={remove.isPending} onClick={confirm}>
                Remove key
              </Button>
            </Group>
          ) : (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Remove ${name ?? 'API key'}, ${fingerprint}`}
              onClick={() => setIsAsking(true)}
            >
              Remove
            </Button>
          ))}
      </td>
    </tr>
  );
}

function AddForm() {
  const [token, setToken] = useState('');
  const add = useChange(addAccountKey);
  const problem = add.error instanceof ApiError ? add.error.fields['token'] : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    add.mutate(
      { token: token.trim() },
      {
        onSuccess: () => {
          setToken('');
          notifySuccess('API key added. All users work with it from now on.');
        },
      },
    );
  };
  return (
    <form noValidate aria-label="Add an API key" onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label="New API key"
          description="A key of the same account. What it doesn’t allow, no user can do, whatever the roles say."
          maw={480}
          type="password"
          autoComplete="off"
          spellCheck={false}
          value={token}
          error={problem === undefined ? undefined : asSentence(problem)}
          onChange={(event) => {
            add.reset();
            setToken(event.currentTarget.value);
          }}
        />
        {add.error !== null && problem === undefined && <FailureAlert error={add.error} />}
        <div>
          <Button type="submit" variant="default" loading={add.isPending}>
            Add key
          </Button>
        </div>
      </Stack>
    </form>
  );
}
