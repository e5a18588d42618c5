import { zodResolver } from '@hookform/resolvers/zod';
import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconFingerprint } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { type FieldValues, useForm, useFormState, type UseFormReturn } from 'react-hook-form';
import {
  reauthenticateWithKey,
  reauthenticateWithPasskey,
  reauthenticateWithPassword,
  reauthenticateWithRecoveryCode,
  startReauthentication,
} from '#contract/gateway/reauthentication.ts';
import type { ReauthenticationWay } from '#contract/gateway/reauthentication-proof.ts';
import { pageAccountPrefix } from '#dashboard/lib/page-account.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { call } from '#dashboard/api/client.ts';
import { identityProviderPaths, proofChannel } from '#contract/gateway/identity-provider.ts';
import { takeProof } from '#dashboard/api/reauthentication.ts';
import { signInOptionsQuery } from '#dashboard/entities/sign-in/sign-in-options.queries.ts';
import { answerWithPasskey } from '#dashboard/entities/sign-in/passkeys.ts';
import { Button } from '#dashboard/ui/button.tsx';
import classes from '#dashboard/ui/dialog.module.css';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { useFrameProps } from '#dashboard/ui/use-frame-props.ts';
import { PasswordField } from '#dashboard/ui/password-field.tsx';
import { useServerFieldErrors } from '#dashboard/ui/use-server-field-errors.ts';

type Props = {
  ways: readonly ReauthenticationWay[];
  /** Called once: whether the user has proved who it is. */
  onDone: (isProved: boolean) => void;
};

/** Has the user prove who it is before a change, on top of the dialog in which the change is made. */
export function ReauthenticationDialog({ ways, onDone }: Props) {
  const cancel = () => onDone(false);
  const prove = () => onDone(true);
  return (
    <Modal
      {...useFrameProps(classes)}
      title="Confirm it’s you"
      size="md"
      zIndex={300}
      closeOnEscape={false}
      // The dialog below has a header already, and a page only one banner.
      attributes={{ header: { role: 'presentation' } }}
      onClose={cancel}
    >
      <Stack gap="lg">
        <Text component="p" c="dimmed">
          This action is protected, so that nobody else can do it in a console you left open. You won’t be
          asked again for 10 minutes, unless you reload the page, switch accounts or open another tab.
        </Text>
        {ways.includes('provider') && <WithProvider onProved={prove} />}
        {ways.includes('passkey') && <WithPasskey onProved={prove} />}
        {ways.includes('password') && (
          <WithPassword
            isFirst={!ways.includes('passkey') && !ways.includes('provider')}
            onProved={prove}
            onCancel={cancel}
          />
        )}
        {ways.includes('recovery-code') && <WithRecoveryCode onProved={prove} onCancel={cancel} />}
        {!ways.some((way) => way !== 'provider' && way !== 'passkey') && (
          <div className={classes['footer']}>
            <Button variant="default" onClick={cancel}>
              Cancel
            </Button>
          </div>
        )}
        {ways.includes('key') && <WithKey onProved={prove} onCancel={cancel} />}
      </Stack>
    </Modal>
  );
}

/** Opens the provider in a window of its own, where the user signs in anew. */
function WithProvider({ onProved }: { onProved: () => void }) {
  const { data: options } = useQuery(signInOptionsQuery);
  const proved = useEffectEvent(onProved);
  useEffect(() => {
    const channel = new BroadcastChannel(proofChannel);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data !== 'string') return;
      takeProof(data);
      proved();
    });
    return () => channel.close();
  }, []);
  return (
    <Button
      data-autofocus
      fullWidth
      onClick={() => {
        const features = 'popup,width=480,height=720';
        window.open(`${pageAccountPrefix()}${identityProviderPaths.start}?confirm=1`, '_blank', features);
      }}
    >
      Continue with {options?.identity_provider?.name ?? 'your identity provider'}
    </Button>
  );
}

function WithPasskey({ onProved }: { onProved: () => void }) {
  const prove = useMutation({
    mutationKey: [reauthenticateWithPasskey.id],
    mutationFn: async () => {
      const { challenge, options } = await call(startReauthentication, { body: {} });
      const response = await answerWithPasskey(options);
      return call(reauthenticateWithPasskey, { body: { challenge, response } });
    },
  });
  return (
    <Stack gap="md">
      {prove.error !== null && <FailureAlert error={prove.error} />}
      <Button
        data-autofocus
        fullWidth
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={prove.isPending}
        onClick={() => {
          if (!prove.isPending) prove.mutate(undefined, { onSuccess: onProved });
        }}
      >
        Use passkey
      </Button>
    </Stack>
  );
}

type FormProps = { onProved: () => void; onCancel: () => void };

const passwordResolver = zodResolver(reauthenticateWithPassword.body);

function WithPassword({ isFirst, onProved, onCancel }: FormProps & { isFirst: boolean }) {
  const form = useForm({ resolver: passwordResolver, defaultValues: { password: '', code: '' } });
  const { errors } = useFormState({ control: form.control });
  const prove = useChange(reauthenticateWithPassword);
  return (
    <ProofForm form={form} prove={prove} isMain={isFirst} onProved={onProved} onCancel={onCancel}>
      <PasswordField
        {...form.register('password')}
        {...(isFirst && { 'data-autofocus': true })}
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
      />
      <TextInput
        {...form.register('code')}
        label="6-digit code"
        description="From your authenticator app, or a recovery code."
        autoComplete="one-time-code"
        spellCheck={false}
        error={errors.code?.message}
      />
    </ProofForm>
  );
}

const codeResolver = zodResolver(reauthenticateWithRecoveryCode.body);

/** For a user who has lost the only passkey. */
function WithRecoveryCode({ onProved, onCancel }: FormProps) {
  const [isLost, setIsLost] = useState(false);
  const form = useForm({ resolver: codeResolver, defaultValues: { code: '' } });
  const { errors } = useFormState({ control: form.control });
  const prove = useChange(reauthenticateWithRecoveryCode);
  useEffect(() => {
    if (isLost) form.setFocus('code');
  }, [isLost, form]);
  if (!isLost) {
    return (
      <div className={classes['footer']}>
        <Button variant="subtle" onClick={() => setIsLost(true)}>
          Lost your passkey?
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    );
  }
  return (
    <ProofForm form={form} prove={prove} isMain={false} onProved={onProved} onCancel={onCancel}>
      <TextInput
        {...form.register('code')}
        label="Recovery code"
        description="It works once."
        autoComplete="off"
        spellCheck={false}
        error={errors.code?.message}
      />
    </ProofForm>
  );
}

const keyResolver = zodResolver(reauthenticateWithKey.body);

function WithKey({ onProved, onCancel }: FormProps) {
  const form = useForm({ resolver: keyResolver, defaultValues: { token: '' } });
  const { errors } = useFormState({ control: form.control });
  const prove = useChange(reauthenticateWithKey);
  return (
    <ProofForm form={form} prove={prove} onProved={onProved} onCancel={onCancel}>
      <PasswordField
        {...form.register('token')}
        data-autofocus
        label="API key"
        description="The one that you signed in with."
        autoComplete="current-password"
        error={errors.token?.message}
      />
    </ProofForm>
  );
}

type ProofFormProps<V extends FieldValues> = FormProps & {
  form: UseFormReturn<V>;
  prove: {
    isPending: boolean;
    error: Error | null;
    mutate: (values: V, options: { onSuccess: () => void }) => void;
  };
  /** Whether there is no better way above it. */
  isMain?: boolean;
  children: ReactNode;
};

function ProofForm<V extends FieldValues>(props: ProofFormProps<V>) {
  const { form, prove, isMain = true, onProved, onCancel, children } = props;
  const rest = useServerFieldErrors(form, prove.error);
  return (
    <form
      noValidate
      className={classes['form']}
      onSubmit={(event) =>
        void form.handleSubmit((values) => {
          if (!prove.isPending) prove.mutate(values, { onSuccess: onProved });
        })(event)
      }
    >
      {children}
      {rest !== null && <FailureAlert error={rest} />}
      <div className={classes['footer']}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant={isMain ? 'filled' : 'default'} loading={prove.isPending}>
          Confirm
        </Button>
      </div>
    </form>
  );
}
