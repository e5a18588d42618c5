import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { nextPath } from '#dashboard/lib/next-path.ts';
import { useDocumentTitle } from '#dashboard/lib/use-page-title.ts';
import { Alert } from '#dashboard/ui/alert.tsx';
import { Logo } from '#dashboard/ui/logo.tsx';
import { ServiceNotice } from '#dashboard/ui/service-notice.tsx';
import { signInOptionsQuery, useSignIn } from './sign-in.queries.ts';
import classes from './sign-in-page.module.css';
import { IconAlertTriangle, IconChevronRight, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#dashboard/ui/button.tsx';
import form from './key-form.module.css';
import type { SignInOptions } from '#contract/gateway/sign-in.ts';
import sandbox from './sandbox-keys.module.css';
import { RequestId } from '#dashboard/ui/request-id.tsx';
import { describeSignInFailure } from './sign-in-failure.ts';
import failure from './sign-in-failure.module.css';

export function Component() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const options = useQuery(signInOptionsQuery);
  const signIn = useSignIn();
  const sandboxKeys = options.data?.sandbox_keys ?? [];
  const hasBeenSignedIn = new URLSearchParams(search).has('next');

  useDocumentTitle('Sign in');

  const enter = (token: string) =>
    signIn.mutate({ token }, { onSuccess: () => void navigate(nextPath(search), { replace: true }) });

  return (
    <Stack gap={0} mih="100dvh" bg="var(--surface-raised)">
      <ServiceNotice />
      <Stack component="main" gap={0} align="center" justify="center" flex="1" className={classes['main']}>
        <div className={classes['card']}>
          <Box component="header" mb="xl">
            <Logo size={36} />
            <h1 className={classes['title']}>Sign in to Wallet Console</h1>
            <Text mt={4} c="dimmed" inherit>
              {hasBeenSignedIn
                ? 'Sign in to continue to the page you requested.'
                : 'Sign in with your wallet service API key.'}
            </Text>
          </Box>
          {typeof options.data?.proxy_notice === 'string' && (
            <Box mb="lg">
              <Alert tone="warning">{options.data.proxy_notice}</Alert>
            </Box>
          )}
          {signIn.error !== null && <SignInFailure error={signIn.error} />}
          <KeyForm isPending={signIn.isPending} onSubmit={enter} />
          {sandboxKeys.length > 0 && (
            <SandboxKeys
              keys={sandboxKeys}
              pending={signIn.isPending ? signIn.variables.token : null}
              onChoose={enter}
            />
          )}
        </div>
        <Box
          component="footer"
          w="min(440px, 100%)"
          mt="lg"
          c="dimmed"
          fz="xs"
          ta="center"
          className={classes['footer']}
        >
          {options.data?.mode === 'remote' && options.data.provider !== null && (
            <p>
              Wallet service: <strong>{options.data.provider}</strong>
            </p>
          )}
          <p>
            Your key is stored encrypted on this console’s server. Your browser only keeps a session, which
            ends when you sign out.
          </p>
        </Box>
      </Stack>
    </Stack>
  );
}

export async function loader(queryClient: QueryClient): Promise<void> {
  // Awaited, so that nothing moves when the sandbox's keys arrive; but a key can be given without them.
  const patience = new Promise((resolve) => setTimeout(resolve, 1_000));
  await Promise.race([queryClient.prefetchQuery(signInOptionsQuery), patience]);
}

type Props = { isPending: boolean; onSubmit: (token: string) => void };

/** The one field of the sign-in page. Its value is never kept anywhere. */
function KeyForm({ isPending, onSubmit }: Props) {
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

/** Why signing in failed, and what to do about it. */
function SignInFailure({ error }: { error: Error }) {
  const { title, next, address } = describeSignInFailure(error);
  return (
    <Group
      wrap="nowrap"
      gap={10}
      align="stretch"
      mb={20}
      p="md"
      bdrs={8}
      bg="var(--negative-soft)"
      fz="sm"
      role="alert"
      className={failure['failure']}
    >
      <IconAlertTriangle size={18} aria-hidden className={failure['icon']} />
      <div>
        <strong>{title}</strong>
        <p>{next}</p>
        {address !== null && (
          <p>
            Address to register: <code>{address}</code>
          </p>
        )}
        <RequestId error={error} />
      </div>
    </Group>
  );
}
