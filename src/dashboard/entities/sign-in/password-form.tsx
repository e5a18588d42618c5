import { zodResolver } from '@hookform/resolvers/zod';
import { Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useForm, useFormState } from 'react-hook-form';
import * as z from 'zod/mini';
import { newPassword, SHORTEST_PASSWORD, totpCode } from '#contract/gateway/credentials.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { Alert } from '#dashboard/ui/alert.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { PasswordField } from '#dashboard/ui/password-field.tsx';
import { QrCode } from '#dashboard/ui/qr-code.tsx';
import { useCopy } from '#dashboard/ui/use-copy.ts';
import { useServerFieldErrors } from '#dashboard/ui/use-server-field-errors.ts';
import classes from './password-form.module.css';

const schema = z.object({ password: newPassword, code: totpCode });
const resolver = zodResolver(schema);

export type PasswordAndCode = z.output<typeof schema>;

type Props = {
  /** The secret of the authenticator app: as text, and as a URI for a QR code. */
  setup: { secret: string; uri: string };
  email: string;
  saving: { isPending: boolean; error: Error | null };
  submitLabel: string;
  onSubmit: (values: PasswordAndCode) => void;
  /** The secret is too old, so that another one is needed. */
  onExpired: () => void;
  /** Beside the button that submits. */
  children?: ReactNode;
};

/** A new password, and the authenticator app that always comes with it. */
export function PasswordForm({ setup, email, saving, submitLabel, onSubmit, onExpired, children }: Props) {
  const form = useForm<z.input<typeof schema>, unknown, PasswordAndCode>({
    resolver,
    defaultValues: { password: '', code: '' },
  });
  const { errors } = useFormState({ control: form.control });
  const rest = useServerFieldErrors(form, saving.error);
  const isExpired = rest instanceof ApiError && rest.status === 409;

  useEffect(() => form.setFocus('password'), [form]);

  // The secret on the screen can't be used any more, however often its code is entered.
  useEffect(() => {
    if (!isExpired) return;
    form.resetField('code');
    onExpired();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each failure
  }, [isExpired, saving.error]);

  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit((values) => !saving.isPending && onSubmit(values))(event)}
    >
      <Stack gap="lg">
        {rest !== null && <FailureAlert error={rest} />}
        {isExpired && (
          <Alert tone="warning">
            The QR code and the setup key are new. Add them to your app, then enter its code.
          </Alert>
        )}
        {/* So that password managers know whose password it is. */}
        <input
          className="unseen"
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          readOnly
          tabIndex={-1}
          aria-hidden
        />
        <PasswordField
          {...form.register('password')}
          size="md"
          label="New password"
          description={`At least ${SHORTEST_PASSWORD} characters. A few random words work well.`}
          autoComplete="new-password"
          error={errors.password?.message}
        />
        <Stack gap="sm">
          <Text component="div" size="md" fw={500}>
            Authenticator app
          </Text>
          <Group wrap="nowrap" gap="lg" align="flex-start" className={classes['setup']}>
            <QrCode text={setup.uri} label="QR code for your authenticator app" />
            <Stack gap="sm" fz="sm" c="dimmed">
              <p>
                Scan this QR code with an authenticator app, such as 1Password, Google Authenticator or Aegis.
              </p>
              <p>Can’t scan it? Enter this setup key in the app:</p>
              <SetupKey secret={setup.secret} />
            </Stack>
          </Group>
        </Stack>
        <TextInput
          {...form.register('code')}
          size="md"
          label="6-digit code from the app"
          autoComplete="one-time-code"
          inputMode="numeric"
          error={errors.code?.message}
        />
        <Group gap="sm">
          <Button type="submit" loading={saving.isPending}>
            {submitLabel}
          </Button>
          {children}
        </Group>
      </Stack>
    </form>
  );
}

/** In groups of four, as people type it. What is copied has no gaps. */
function SetupKey({ secret }: { secret: string }) {
  const { isCopied, copy } = useCopy(secret);
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <>
      <code className={classes['key']}>{secret.replaceAll(/.{4}(?!$)/g, '$& ')}</code>
      <div>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Icon size={14} aria-hidden />}
          onClick={copy}
        >
          {isCopied ? 'Copied' : 'Copy setup key'}
        </Button>
      </div>
    </>
  );
}
