import { Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  addPasskey,
  removePasskey,
  type SignInMethods,
  startPasskey,
} from '#contract/gateway/sign-in-methods.ts';
import { useChange, useRefresh } from '#dashboard/api/changes.ts';
import { call } from '#dashboard/api/client.ts';
import { PasskeyForm } from '#dashboard/entities/sign-in/passkey-form.tsx';
import { createPasskey } from '#dashboard/entities/sign-in/passkeys.ts';
import { PasskeysUnavailable } from '#dashboard/entities/sign-in/passkeys-unavailable.tsx';
import { signInOptionsQuery } from '#dashboard/entities/sign-in/sign-in-options.queries.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { notifyFailure, notifySuccess } from '#dashboard/ui/notify.tsx';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import { Tooltip } from '#dashboard/ui/tooltip.tsx';
import classes from './sign-in-methods.module.css';

type Passkey = SignInMethods['passkeys'][number];

/** The user's passkeys: to add one, and to remove any but the last way to sign in. */
export function PasskeysSection({
  methods: { passkeys, has_password: hasPassword, identity_provider: provider },
}: {
  methods: SignInMethods;
}) {
  const isLastWay = passkeys.length === 1 && !hasPassword && provider === null;
  return (
    <Stack component="section" gap="md" aria-labelledby="passkeys">
      <header>
        <Title order={2} id="passkeys">
          Passkeys
        </Title>
        <p>Sign in with your fingerprint, face or screen lock. Add one on each device that you use.</p>
      </header>
      {passkeys.length === 0 ? (
        <Text inherit>You don’t have a passkey yet.</Text>
      ) : (
        <ul className={classes['list']}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} isLastWay={isLastWay} />
          ))}
        </ul>
      )}
      <AddPasskey />
    </Stack>
  );
}

function PasskeyRow({ passkey, isLastWay }: { passkey: Passkey; isLastWay: boolean }) {
  const { id, name, is_synced: isSynced, added_at: addedAt, last_used_at: lastUsedAt } = passkey;
  const [isAsking, setIsAsking] = useState(false);
  const remove = useChange(removePasskey);
  const confirm = () =>
    remove.mutate(
      { id },
      {
        onSuccess: () => notifySuccess(`Passkey removed: ${name}`),
        onError: (error) => notifyFailure('The passkey couldn’t be removed', error),
      },
    );
  const removeLabel = `Remove ${name}`;
  return (
    <Group component="li" gap="8px 16px" justify="space-between">
      <div className={classes['passkey']}>
        <strong>{name}</strong>
        <Text c="dimmed" inherit>
          {isSynced ? 'Synced to your devices' : 'On one device only'}. Added <CopyableTime value={addedAt} />
          .{' '}
          {lastUsedAt === null ? (
            'Not used yet.'
          ) : (
            <>
              Last used <CopyableTime value={lastUsedAt} />.
            </>
          )}
        </Text>
      </div>
      {isLastWay && (
        <Tooltip label="This is the only way you can sign in. Add another passkey or a password first.">
          <Button variant="default" aria-label={removeLabel} aria-disabled>
            Remove
          </Button>
        </Tooltip>
      )}
      {!isLastWay && !isAsking && (
        <Button variant="default" aria-label={removeLabel} onClick={() => setIsAsking(true)}>
          Remove
        </Button>
      )}
      {!isLastWay && isAsking && (
        <Group gap="sm">
          <span>You can no longer sign in with it.</span>
          <Button variant="default" onClick={() => setIsAsking(false)}>
            Keep passkey
          </Button>
          <Button color="danger" loading={remove.isPending} onClick={confirm}>
            Remove passkey
          </Button>
        </Group>
      )}
    </Group>
  );
}

function AddPasskey() {
  const { data: options } = useQuery(signInOptionsQuery);
  const [isAdding, setIsAdding] = useState(false);
  const add = useMutation({
    ...useRefresh<{ name: string }>(addPasskey),
    mutationFn: async ({ name }: { name: string }) => {
      const { challenge, options: creation } = await call(startPasskey, { body: {} });
      const response = await createPasskey(creation);
      return call(addPasskey, { body: { challenge, name, response } });
    },
  });
  if (options !== undefined && options.passkeys !== 'available') {
    return <PasskeysUnavailable passkeys={options.passkeys} />;
  }
  if (!isAdding) {
    return (
      <div>
        <Button variant="default" onClick={() => setIsAdding(true)}>
          Add passkey
        </Button>
      </div>
    );
  }
  const close = () => {
    add.reset();
    setIsAdding(false);
  };
  return (
    <div className={classes['form']}>
      <PasskeyForm
        hasFocus
        saving={add}
        onSubmit={(values) =>
          add.mutate(values, {
            onSuccess: () => {
              notifySuccess(`Passkey added: ${values.name}`);
              close();
            },
          })
        }
      >
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
      </PasskeyForm>
    </div>
  );
}
