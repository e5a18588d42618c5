import { Group, Stack, Text, Title } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { PasskeyAvailability } from '#contract/gateway/sign-in.ts';
import {
  type Joined,
  joinWithPasskey,
  joinWithPassword,
  readInvitation,
  startInvitedPasskey,
  startInvitedTotp,
} from '#contract/gateway/user-sign-in.ts';
import { call } from '#dashboard/api/client.ts';
import { queryOf } from '#dashboard/api/queries.ts';
import { PasskeyForm } from '#dashboard/entities/sign-in/passkey-form.tsx';
import { createPasskey } from '#dashboard/entities/sign-in/passkeys.ts';
import { PasskeysUnavailable } from '#dashboard/entities/sign-in/passkeys-unavailable.tsx';
import { type PasswordAndCode, PasswordForm } from '#dashboard/entities/sign-in/password-form.tsx';
import { RecoveryCodes } from '#dashboard/entities/sign-in/recovery-codes.tsx';
import { signInOptionsQuery } from '#dashboard/entities/sign-in/sign-in-options.queries.ts';
import { setupOnce } from '#dashboard/entities/sign-in/totp-setup.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { useDocumentTitle } from '#dashboard/lib/use-page-title.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { LinkAlone } from './link-alone.tsx';
import { ProviderLink } from './provider-sign-in.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { useJoin } from './sign-in.queries.ts';
import { useLinkToken } from './use-link-token.ts';
import classes from './user-sign-in.module.css';

/** Where the link of an invitation leads: the invited user chooses how to sign in, and is signed in. */
export function Component() {
  const token = useLinkToken('/join');
  useDocumentTitle('Join');
  if (token === '') {
    return (
      <LinkAlone
        title="Open your invitation link again"
        lead="For your security, the link isn’t kept in the address bar, so reloading this page doesn’t work. If you have joined already, sign in."
      />
    );
  }
  return <Invitation key={token} token={token} />;
}

export function loader(queryClient: QueryClient): void {
  void queryClient.prefetchQuery(signInOptionsQuery);
}

function Invitation({ token }: { token: string }) {
  const navigate = useNavigate();
  const {
    data: invited,
    error,
    refetch,
  } = useQuery({
    ...queryOf(readInvitation, { body: { token } }),
    staleTime: 'static',
  });
  const { data: options } = useQuery(signInOptionsQuery);
  const [way, setWay] = useState<'passkey' | 'password'>('passkey');
  const [isGone, setIsGone] = useState(false);
  /** They can't be read again, so nothing else has them. */
  const [joined, setJoined] = useState<{ codes: readonly string[]; email: string } | null>(null);

  // In the same frame as the step before, which moves the focus to the heading.
  if (joined !== null) {
    return (
      <SignInFrame title="Save your recovery codes" lead={codesLead[way]}>
        <RecoveryCodes {...joined} onDone={() => void navigate('/', { replace: true })} />
      </SignInFrame>
    );
  }
  if (isGone || isNotFound(error)) {
    return (
      <LinkAlone
        title="This invitation link no longer works"
        lead="It was used already, or it has expired. If you have joined, sign in. Otherwise, ask your administrator for a new link."
      />
    );
  }
  if (invited === undefined || options === undefined) {
    return (
      <SignInFrame title="Join Wallet Console">
        {error === null ? (
          <SkeletonLines label="Loading your invitation" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </SignInFrame>
    );
  }
  const { name, email } = invited;
  const follow = {
    onSuccess: ({ recovery_codes: codes }: Joined) => setJoined({ codes, email }),
    onError: (failure: Error) => setIsGone(isNotFound(failure)),
  };
  if (way === 'password') {
    return (
      <SignInFrame
        title="Set a password"
        lead={`You’ll sign in as ${email}, with a code from an app on your phone.`}
      >
        <JoinWithPassword token={token} email={email} follow={follow} onBack={() => setWay('passkey')} />
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={`Welcome, ${name}`} lead={`Choose how you’ll sign in as ${email}.`}>
      {options.identity_provider !== null && (
        <WithProvider name={options.identity_provider.name} email={email} />
      )}
      <Ways token={token} passkeys={options.passkeys} follow={follow} onPassword={() => setWay('password')} />
    </SignInFrame>
  );
}

/** The provider vouches for whoever has the invited address, who needs no other way. */
function WithProvider({ name, email }: { name: string; email: string }) {
  return (
    <Stack component="section" gap="md" mb="xl" aria-labelledby="with-provider" className={classes['way']}>
      <div>
        <Title order={2} id="with-provider">
          {name}
        </Title>
        <Text component="p" c="dimmed" size="sm">
          Sign in with your {name} account, if its email address is {email}.
        </Text>
      </div>
      <ProviderLink name={name} next="/" />
    </Stack>
  );
}

type Follow = { onSuccess: (joined: Joined) => void; onError: (error: Error) => void };

type WaysProps = {
  token: string;
  passkeys: PasskeyAvailability;
  follow: Follow;
  onPassword: () => void;
};

function Ways({ token, passkeys, follow, onPassword }: WaysProps) {
  const join = useJoin(joinWithPasskey, async ({ name }: { name: string }) => {
    const { challenge, options } = await call(startInvitedPasskey, { body: { token } });
    const response = await createPasskey(options);
    return call(joinWithPasskey, { body: { token, challenge, name, response } });
  });
  return (
    <Stack gap="xl">
      <Stack component="section" gap="md" aria-labelledby="with-passkey" className={classes['way']}>
        <div>
          <Group gap="sm" justify="space-between">
            <Title order={2} id="with-passkey">
              Passkey
            </Title>
            <Text span size="xs" fw={500} c="var(--positive)">
              Recommended
            </Text>
          </Group>
          <Text component="p" c="dimmed" size="sm">
            Sign in with your fingerprint, face or screen lock. There’s nothing to type or remember.
          </Text>
        </div>
        {passkeys === 'available' ? (
          <PasskeyForm saving={join} onSubmit={(values) => join.mutate(values, follow)} />
        ) : (
          <PasskeysUnavailable passkeys={passkeys} hash={token} />
        )}
      </Stack>
      <Stack component="section" gap="md" aria-labelledby="with-password" className={classes['way']}>
        <div>
          <Title order={2} id="with-password">
            Password and authenticator app
          </Title>
          <Text component="p" c="dimmed" size="sm">
            Sign in with a password and a 6-digit code from an app on your phone.
          </Text>
        </div>
        <div>
          <Button variant="default" onClick={onPassword}>
            Set a password
          </Button>
        </div>
      </Stack>
    </Stack>
  );
}

type JoinWithPasswordProps = { token: string; email: string; follow: Follow; onBack: () => void };

function JoinWithPassword({ token, email, follow, onBack }: JoinWithPasswordProps) {
  const setup = useQuery(setupOnce(startInvitedTotp, { token }));
  const join = useJoin(joinWithPassword, async (values: PasswordAndCode & { challenge: string }) =>
    call(joinWithPassword, { body: { token, ...values } }),
  );
  if (setup.data === undefined) {
    return setup.error === null ? (
      <SkeletonLines label="Loading the setup of your authenticator app" />
    ) : (
      <ErrorState error={setup.error} onRetry={() => void setup.refetch()} />
    );
  }
  const { challenge } = setup.data;
  return (
    <PasswordForm
      setup={setup.data}
      email={email}
      saving={join}
      submitLabel="Join"
      onExpired={() => void setup.refetch()}
      onSubmit={(values) => join.mutate({ challenge, ...values }, follow)}
    >
      <Button variant="default" onClick={onBack}>
        Back
      </Button>
    </PasswordForm>
  );
}

const codesLead = {
  password:
    'If you lose your phone, sign in with your password and one of these codes. Each works once. Keep them where you’ll find them without your phone.',
  passkey:
    'If you lose your passkey, sign in with one of these codes. Each works once. Keep them where you’ll find them without the device that has your passkey.',
};

function isNotFound(error: Error | null): boolean {
  return error instanceof ApiError && error.kind === 'not_found';
}
