import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { replacePassword, type SignInMethods, startTotp } from '#contract/gateway/sign-in-methods.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { PasswordForm } from '#dashboard/entities/sign-in/password-form.tsx';
import { setupOnce } from '#dashboard/entities/sign-in/totp-setup.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import classes from './sign-in-methods.module.css';

type Props = { methods: SignInMethods; email: string };

/** The user's password, which always comes with an authenticator app. */
export function PasswordSection({ methods: { has_password: hasPassword }, email }: Props) {
  const [isSetting, setIsSetting] = useState(false);
  return (
    <Stack component="section" gap="md" aria-labelledby="password">
      <header>
        <Title order={2} id="password">
          Password and authenticator app
        </Title>
        <p>
          {hasPassword
            ? 'You can sign in with your email, your password and a code from your authenticator app.'
            : 'You haven’t set a password. With one, you can sign in where your passkey isn’t at hand.'}
        </p>
      </header>
      {isSetting ? (
        <NewPassword email={email} onClose={() => setIsSetting(false)} />
      ) : (
        <div>
          <Button variant="default" onClick={() => setIsSetting(true)}>
            {hasPassword ? 'Replace password and app' : 'Set a password'}
          </Button>
        </div>
      )}
    </Stack>
  );
}

function NewPassword({ email, onClose }: { email: string; onClose: () => void }) {
  const setup = useQuery(setupOnce(startTotp, {}));
  const replace = useChange(replacePassword);
  if (setup.data === undefined) {
    return setup.error === null ? (
      <SkeletonLines label="Loading the setup of your authenticator app" />
    ) : (
      <ErrorState error={setup.error} onRetry={() => void setup.refetch()} />
    );
  }
  const { challenge } = setup.data;
  return (
    <div className={classes['form']}>
      <PasswordForm
        setup={setup.data}
        email={email}
        saving={replace}
        submitLabel="Save password"
        onExpired={() => void setup.refetch()}
        onSubmit={(values) =>
          replace.mutate(
            { challenge, ...values },
            {
              onSuccess: () => {
                notifySuccess('Password and authenticator app saved');
                onClose();
              },
            },
          )
        }
      >
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </PasswordForm>
    </div>
  );
}
