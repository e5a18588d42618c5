import { Box } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { nextPath } from '#dashboard/lib/next-path.ts';
import { useDocumentTitle } from '#dashboard/lib/use-page-title.ts';
import { Alert } from '#dashboard/ui/alert.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { KeySignIn } from './key-sign-in.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { signInOptionsQuery } from '#dashboard/entities/sign-in/sign-in-options.queries.ts';
import classes from './user-sign-in.module.css';
import { UserSignIn } from './user-sign-in.tsx';

const leads = {
  user: 'Use your passkey, or your email and password.',
  key: 'Sign in with your wallet service API key.',
};

export function Component() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { data: options } = useQuery(signInOptionsQuery);
  const [wantsKey, setWantsKey] = useState(false);
  const hasUsers = options?.has_users === true;
  const way = hasUsers && !wantsKey ? 'user' : 'key';
  const hasBeenSignedIn = new URLSearchParams(search).has('next');

  useDocumentTitle('Sign in');

  const goOn = () => void navigate(nextPath(search), { replace: true });

  return (
    <SignInFrame
      title="Sign in to Wallet Console"
      lead={hasBeenSignedIn ? 'Sign in to continue to the page you requested.' : leads[way]}
      footer={
        <>
          {options?.mode === 'remote' && options.provider !== null && (
            <p>
              Wallet service: <strong>{options.provider}</strong>
            </p>
          )}
          <p>
            {way === 'key' && 'Your key is stored encrypted on this console’s server. '}
            Your browser only keeps a session, which ends when you sign out.
          </p>
        </>
      }
    >
      {typeof options?.proxy_notice === 'string' && (
        <Box mb="lg">
          <Alert tone="warning">{options.proxy_notice}</Alert>
        </Box>
      )}
      {way === 'user' && options !== undefined ? (
        <UserSignIn passkeys={options.passkeys} onSignedIn={goOn} />
      ) : (
        <KeySignIn sandboxKeys={options?.sandbox_keys ?? []} onSignedIn={goOn} />
      )}
      {hasUsers && (
        <div className={classes['otherWay']}>
          <Button variant="subtle" fullWidth onClick={() => setWantsKey(!wantsKey)}>
            {wantsKey ? 'Use a passkey or password' : 'Use an API key'}
          </Button>
        </div>
      )}
    </SignInFrame>
  );
}

export async function loader(queryClient: QueryClient): Promise<void> {
  // Awaited, so that nothing moves when the sandbox's keys arrive; but a key can be given without them.
  const patience = new Promise((resolve) => setTimeout(resolve, 1_000));
  await Promise.race([queryClient.prefetchQuery(signInOptionsQuery), patience]);
}
