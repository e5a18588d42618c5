import { Box, Group, Stack, Text } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { openSession } from '#contract/gateway/sign-in.ts';
import { call } from '#dashboard/api/client.ts';
import { Button } from '#dashboard/ui/button.tsx';
import form from './key-form.module.css';
import { SignInFailure } from './sign-in-failure.tsx';
import { useEnter } from './sign-in.queries.ts';

/** Sign-in with an API key of the wallet service. */
export function KeySignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const signIn = useEnter(openSession, async (token: string) => call(openSession, { body: { token } }));
  const enter = (token: string) => signIn.mutate(token, { onSuccess: onSignedIn });
  return (
    <>
      {signIn.error !== null && (
        <Box mb={20}>
          <SignInFailure error={signIn.error} way="key" />
        </Box>
      )}
      <KeyForm isPending={signIn.isPending} onSubmit={enter} />
    </>
  );
}

type KeyFormProps = { isPending: boolean; onSubmit: (token: string) => void };

/** The field for the key. Its value is never kept anywhere. */
function KeyForm({ isPending, onSubmit }: KeyFormProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isShown, setIsShown] = useState(false);
  const [complaint, setComplaint] = useState<string | null>(null);
  const Eye = isShown ? IconEyeOff : IconEye;

  // The page has no other purpose, so a link to this page focuses the field.
  useEffect(() => field.current?.focus(), []);

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const token = field.current?.value.trim() ?? '';
        setComplaint(token === '' ? 'Paste your API key.' : null);
        if (token === '') field.current?.focus();
        else if (!isPending) onSubmit(token);
      }}
    >
      <Stack gap={0} className={form['form']}>
        <Box component="label" mb="xs" fz="sm" fw={500} htmlFor={id}>
          API key
        </Box>
        <Group
          wrap="nowrap"
          gap={0}
          align="stretch"
          h={42}
          bdrs={6}
          bg="var(--surface)"
          className={form['field']}
          data-invalid={complaint !== null || undefined}
        >
          <input
            ref={field}
            id={id}
            className={form['input']}
            type={isShown ? 'text' : 'password'}
            name="api-key"
            maxLength={1024}
            // A password manager must not offer to keep a key that moves funds.
            autoComplete="off"
            data-1p-ignore
            data-lpignore="true"
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={complaint !== null}
            aria-describedby={`${id}-complaint`}
          />
          <button
            type="button"
            className={form['eye']}
            aria-label="Show key"
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
          >
            <Eye size={18} stroke={1.75} aria-hidden />
          </button>
        </Group>
        <Text mt={4} c="var(--negative)" size="sm" id={`${id}-complaint`} role="alert">
          {complaint}
        </Text>
        <Button type="submit" size="md" fullWidth loading={isPending}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
