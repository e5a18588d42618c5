import { Box, Stack, Text } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { nextPath } from '#dashboard/lib/next-path.ts';
import { useDocumentTitle } from '#dashboard/lib/use-page-title.ts';
import { Notice } from '#dashboard/ui/notice.tsx';
import { Logo } from '#dashboard/ui/logo.tsx';
import { OfflineNotice } from '#dashboard/ui/offline-notice.tsx';
import { KeyForm } from './key-form.tsx';
import { SandboxKeys } from './sandbox-keys.tsx';
import { SignInFailure } from './sign-in-failure.tsx';
import { useSignIn } from './sign-in.mutations.ts';
import { signInOptionsQuery } from './sign-in.queries.ts';
import classes from './sign-in-page.module.css';

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
      <OfflineNotice />
      <Stack component="main" gap={0} align="center" justify="center" flex="1" className={classes['main']}>
        <div className={classes['card']}>
          <Box component="header" mb="xl">
            <Logo size={36} />
            <h1 className={classes['title']}>Sign in to Wallet Console</h1>
            <Text mt={4} c="dimmed" inherit>
              {hasBeenSignedIn
                ? 'Sign in to go on. You will come back to the page you asked for.'
                : 'Use an API key of your wallet service.'}
            </Text>
          </Box>
          {typeof options.data?.proxy_notice === 'string' && (
            <Box mb="lg">
              <Notice tone="warning">{options.data.proxy_notice}</Notice>
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
            The key stays on this console’s server, encrypted. This browser keeps only a session, which ends
            when you sign out.
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
