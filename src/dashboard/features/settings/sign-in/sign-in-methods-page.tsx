import { Stack, Title } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { IconArrowLeft } from '@tabler/icons-react';
import { readSignInMethods } from '#contract/gateway/sign-in-methods.ts';
import { queryOf } from '#dashboard/api/queries.ts';
import { sessionQueries, useSession } from '#dashboard/session/session.queries.ts';
import { LinkButton } from '#dashboard/ui/button.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { RecoveryCodesSection } from './recovery-codes-section.tsx';
import classes from './sign-in-methods.module.css';

const methodsQuery = queryOf(readSignInMethods, {});

/** How the signed-in user signs in. An API key has nothing of this. */
export function Component() {
  const { user, key_name: key } = useSession();
  return (
    <Page
      actions={
        <LinkButton to="/settings" variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />}>
          Settings
        </LinkButton>
      }
    >
      {user === null ? <KeySession keyName={key} /> : <Methods email={user.email} />}
    </Page>
  );
}

export function loader(queryClient: QueryClient): void {
  const session = queryClient.getQueryData(sessionQueries.current().queryKey);
  if (session !== undefined && session.user !== null) void queryClient.prefetchQuery(methodsQuery);
}

function KeySession({ keyName }: { keyName: string | null }) {
  return (
    <Stack component="section" gap="sm" maw={640} fz="sm" aria-labelledby="key-session">
      <Title order={2} id="key-session">
        You’re signed in with an API key
      </Title>
      <p>
        Anyone who has {keyName === null ? 'the API key' : `the API key “${keyName}”`} can sign in like this.
        Passkeys, passwords and recovery codes belong to users. To have your own, ask an administrator to
        invite you.
      </p>
    </Stack>
  );
}

function Methods({ email }: { email: string }) {
  const { data, error, refetch } = useQuery(methodsQuery);
  const retry = () => void refetch();
  if (data === undefined) {
    return error === null ? (
      <SkeletonLines label="Loading how you sign in" />
    ) : (
      <ErrorState error={error} onRetry={retry} />
    );
  }
  return (
    <Stack gap={32} maw={880} fz="sm" className={classes['methods']}>
      {error !== null && <FailureAlert error={error} onRetry={retry} />}
      {data.identity_provider !== null && <ProviderSection name={data.identity_provider.name} />}
      <PasskeysSection methods={data} />
      <PasswordSection methods={data} email={email} />
      <RecoveryCodesSection methods={data} email={email} />
    </Stack>
  );
}

function ProviderSection({ name }: { name: string }) {
  return (
    <Stack component="section" gap="md" aria-labelledby="identity-provider">
      <header>
        <Title order={2} id="identity-provider">
          {name}
        </Title>
        <p>
          You sign in with your company’s identity provider. A passkey or a password also lets you in when
          it’s down.
        </p>
      </header>
    </Stack>
  );
}
