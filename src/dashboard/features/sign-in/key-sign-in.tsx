import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { IconChevronRight, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { openSession, type SignInOptions } from '#contract/gateway/sign-in.ts';
import { call } from '#dashboard/api/client.ts';
import { Button } from '#dashboard/ui/button.tsx';
import form from './key-form.module.css';
import sandbox from './sandbox-keys.module.css';
import { SignInFailure } from './sign-in-failure.tsx';
import { useEnter } from './sign-in.queries.ts';

type Props = { sandboxKeys: SignInOptions['sandbox_keys']; onSignedIn: () => void };

/** Sign-in with an API key of the wallet service. */
export function KeySignIn({ sandboxKeys, onSignedIn }: Props) {
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
      {sandboxKeys.length > 0 && (
        <SandboxKeys
          keys={sandboxKeys}
          pending={signIn.isPending ? signIn.variables : null}
          onChoose={enter}
        />
      )}
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

type SandboxKeysProps = {
  keys: SignInOptions['sandbox_keys'];
  /** The key that is being tried. */
  pending: string | null;
  onChoose: (token: string) => void;
};

/** The sandbox's own keys, each with what it may do. */
function SandboxKeys({ keys, pending, onChoose }: SandboxKeysProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={sandbox['section']}>
      <Title order={2} mb="sm" c="dimmed" size="sm" fw={500} id={heading}>
        Or try the sandbox as
      </Title>
      <Stack component="ul" gap={0} mx={-10}>
        {keys.map(({ token, title, description }) => (
          <li key={token}>
            <button
              type="button"
              className={sandbox['key']}
              aria-busy={pending === token}
              onClick={() => pending === null && onChoose(token)}
            >
              <Stack component="span" gap={0} flex="1" lh={1.4}>
                <Text span fw={500} inherit>
                  {title}
                </Text>
                <Text span c="dimmed" size="sm">
                  {description}
                </Text>
              </Stack>
              <IconChevronRight size={16} aria-hidden className={sandbox['arrow']} />
            </button>
          </li>
        ))}
      </Stack>
    </section>
  );
}
