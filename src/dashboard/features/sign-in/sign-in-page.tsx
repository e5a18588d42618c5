import { Box } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { pageAccountPrefix } from '#dashboard/lib/page-account.ts';
import { nextPath } from '#dashboard/lib/next-path.ts';
import { useDocumentTitle } from '#dashboard/lib/use-page-title.ts';
import { Alert } from '#dashboard/ui/alert.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { KeySignIn } from './key-sign-in.tsx';
import { SandboxUsers } from './sandbox-users.tsx';
import { ProviderProblem, ProviderSignIn } from './provider-sign-in.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { signInOptionsQuery } from '#dashboard/entities/sign-in/sign-in-options.queries.ts';
import classes from './user-sign-in.module.css';
import { UserSignIn, type UserStep } from './user-sign-in.tsx';

const leads = {
  provider: 'Choose how to sign in.',
  key: 'Sign in with your wallet service API key.',
  passkey: 'Use your passkey, or your email and password.',
  password: 'Use your email and password.',
  app: 'Open your authenticator app and enter the code.',
  code: 'Enter one of the recovery codes that you saved. Each works once.',
  recovery:
    'Use one of the recovery codes that you saved. If you have a password, go back and sign in with it instead. Without either, ask your administrator for a new link.',
};

export function Component() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { data: options } = useQuery(signInOptionsQuery);
  const [step, setStep] = useState<UserStep>('first');
  const [wantsKey, setWantsKey] = useState(false);
  const hasUsers = options?.has_users === true;
  const way = hasUsers && !wantsKey ? 'user' : 'key';
  const provider = step === 'first' && !wantsKey ? options?.identity_provider : undefined;
  const sandboxUsers = options?.sandbox_users ?? [];
  const problem = new URLSearchParams(search).get('problem');
  const hasBeenSignedIn = new URLSearchParams(search).has('next');

  useDocumentTitle('Sign in');

  const lead = () => {
    if (typeof step === 'object') return step.kind === 'app' ? leads.app : leads.code;
    if (step === 'recovery') return leads.recovery;
    if (hasBeenSignedIn) return 'Sign in to continue to the page you requested.';
    if (provider) return leads.provider;
    if (way === 'key') return leads.key;
    return options?.passkeys === 'available' ? leads.passkey : leads.password;
  };

  const goOn = () => void navigate(nextPath(search), { replace: true });

  return (
    <SignInFrame
      title="Sign in to Wallet Console"
      lead={lead()}
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
      {options?.awaits_setup === true && (
        <Box mb="lg">
          <Alert tone="warning">
            This console has no administrator yet. To become the administrator, open the setup link in the
            server’s output. If it has expired, restart the server to get a new one.
          </Alert>
        </Box>
      )}
      {problem !== null && <ProviderProblem problem={problem} />}
      {provider && <ProviderSignIn name={provider.name} next={pageAccountPrefix() + nextPath(search)} />}
      {way === 'user' && options !== undefined ? (
        <UserSignIn passkeys={options.passkeys} step={step} setStep={setStep} onSignedIn={goOn} />
      ) : (
        <KeySignIn onSignedIn={goOn} />
      )}
      {hasUsers && options.accepts_keys && step === 'first' && (
        <div className={classes['otherWay']}>
          <Button variant="subtle" fullWidth onClick={() => setWantsKey(!wantsKey)}>
            {wantsKey ? 'Use a passkey or password' : 'Use an API key'}
          </Button>
        </div>
      )}
      {sandboxUsers.length > 0 && step === 'first' && <SandboxUsers users={sandboxUsers} onSignedIn={goOn} />}
    </SignInFrame>
  );
}

export async function loader(queryClient: QueryClient): Promise<void> {
  // Awaited, so that nothing moves when the sandbox's users arrive; but a key can be given without them.
  const patience = new Promise((resolve) => setTimeout(resolve, 1_000));
  await Promise.race([queryClient.prefetchQuery(signInOptionsQuery), patience]);
}
