import { zodResolver } from '@hookform/resolvers/zod';
import { Group, Stack, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useForm, useFormState } from 'react-hook-form';
import * as z from 'zod/mini';
import { passkeyName } from '#contract/gateway/credentials.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { useServerFieldErrors } from '#dashboard/ui/use-server-field-errors.ts';
import { suggestPasskeyName } from './passkeys.ts';

const schema = z.object({ name: passkeyName });
const resolver = zodResolver(schema);

type Props = {
  saving: { isPending: boolean; error: Error | null };
  onSubmit: (values: { name: string }) => void;
  /** The user has just asked for it: the name can be typed at once. */
  hasFocus?: boolean;
  /** Beside the button that submits. */
  children?: ReactNode;
};

/** Names a new passkey and has the browser create it. */
export function PasskeyForm({ saving, onSubmit, hasFocus = false, children }: Props) {
  const form = useForm<z.input<typeof schema>, unknown, z.output<typeof schema>>({
    resolver,
    defaultValues: { name: suggestPasskeyName(navigator.userAgent) },
  });
  const { errors } = useFormState({ control: form.control });
  const rest = useServerFieldErrors(form, saving.error);

  useEffect(() => {
    if (hasFocus) form.setFocus('name', { shouldSelect: true });
  }, [form, hasFocus]);

  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit((values) => !saving.isPending && onSubmit(values))(event)}
    >
      <Stack gap="md">
        {rest !== null && <FailureAlert error={rest} />}
        <TextInput
          {...form.register('name')}
          size="md"
          label="Passkey name"
          description="Helps you tell your passkeys apart."
          autoComplete="off"
          error={errors.name?.message}
        />
        <Group gap="sm">
          <Button
            type="submit"
            leftSection={<IconFingerprint size={16} aria-hidden />}
            loading={saving.isPending}
          >
            Create passkey
          </Button>
          {children}
        </Group>
      </Stack>
    </form>
  );
}
