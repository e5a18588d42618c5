import { zodResolver } from '@hookform/resolvers/zod';
import { Group, Stack, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useForm, useFormState } from 'react-hook-form';
import * as z from 'zod/mini';
import { recoveryCode, totpCode } from '#contract/gateway/credentials.ts';
import type { PasskeyAvailability } from '#contract/gateway/sign-in.ts';
import {
  checkPassword,
  signInWithPasskey,
  signInWithRecoveryCode,
  signInWithSecondFactor,
  startPasskeySignIn,
} from '#contract/gateway/user-sign-in.ts';
import type { BodyOf } from '#contract/operation.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { call } from '#dashboard/api/client.ts';
import { answerWithPasskey } from '#dashboard/entities/sign-in/passkeys.ts';
import { PasskeysUnavailable } from '#dashboard/entities/sign-in/passkeys-unavailable.tsx';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { PasswordField } from '#dashboard/ui/password-field.tsx';
import { SignInFailure } from './sign-in-failure.tsx';
import { useEnter } from './sign-in.queries.ts';
import classes from './user-sign-in.module.css';

type CodeKind = 'app' | 'recovery';

/** What the user does next: the password is right once there is a challenge. */
export type UserStep = 'first' | 'recovery' | { challenge: string; kind: CodeKind };

type Props = {
  passkeys: PasskeyAvailability;
  step: UserStep;
  setStep: (step: UserStep) => void;
  onSignedIn: () => void;
};

/** Sign-in of a user: with a passkey, with a password and then a code, or without a lost passkey. */
export function UserSignIn({ passkeys, step, setStep, onSignedIn }: Props) {
  /** Why the user has to enter the password again. */
  const [setback, setSetback] = useState<Error | null>(null);
  const goBack = (reason: Error | null = null) => {
    setSetback(reason);
    setStep('first');
  };
  if (step === 'first') {
    return (
      <FirstStep
        passkeys={passkeys}
        setback={setback}
        onSignedIn={onSignedIn}
        onPassword={(challenge) => setStep({ challenge, kind: 'app' })}
        onLost={() => setStep('recovery')}
      />
    );
  }
  if (step === 'recovery') return <RecoveryForm onSignedIn={onSignedIn} onBack={() => goBack()} />;
  return (
    <CodeForm
      key={step.kind}
      challenge={step.challenge}
      kind={step.kind}
      onSignedIn={onSignedIn}
      onBack={goBack}
      onOther={(kind) => setStep({ ...step, kind })}
    />
  );
}

const resolver = zodResolver(checkPassword.body);

type FirstStepProps = Pick<Props, 'passkeys' | 'onSignedIn'> & {
  setback: Error | null;
  onPassword: (challenge: string) => void;
  /** The user has lost the passkey. */
  onLost: () => void;
};

function FirstStep({ passkeys, setback, onPassword, onLost, onSignedIn }: FirstStepProps) {
  const form = useForm({ resolver, defaultValues: { email: '', password: '' } });
  const { errors } = useFormState({ control: form.control });
  const check = useChange(checkPassword);
  const passkey = useEnter(signInWithPasskey, async () => {
    const { challenge, options } = await call(startPasskeySignIn, { body: {} });
    const response = await answerWithPasskey(options);
    return call(signInWithPasskey, { body: { challenge, response } });
  });
  const isPending = check.isPending || passkey.isPending;
  const isUntouched = check.isIdle && passkey.isIdle;
  return (
    <Stack gap="lg">
      {setback !== null && isUntouched && <SignInFailure error={setback} way="code" />}
      {check.error !== null && <SignInFailure error={check.error} way="password" />}
      {passkey.error !== null && <SignInFailure error={passkey.error} way="passkey" />}
      {passkeys === 'available' ? (
        <>
          <Button
            size="md"
            fullWidth
            leftSection={<IconFingerprint size={18} aria-hidden />}
            loading={passkey.isPending}
            onClick={() => {
              if (isPending) return;
              check.reset();
              passkey.mutate(undefined, { onSuccess: onSignedIn });
            }}
          >
            Sign in with passkey
          </Button>
          <p className={classes['or']}>or</p>
        </>
      ) : (
        <PasskeysUnavailable passkeys={passkeys} />
      )}
      <form
        noValidate
        onSubmit={(event) =>
          void form.handleSubmit((values) => {
            if (isPending) return;
            passkey.reset();
            check.mutate(values, {
              onSuccess: ({ challenge }) => onPassword(challenge),
              onError: () => form.setFocus('password', { shouldSelect: true }),
            });
          })(event)
        }
      >
        <Stack gap="md">
          <TextInput
            {...form.register('email')}
            size="md"
            type="email"
            label="Email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            error={errors.email?.message}
          />
          <PasswordField
            {...form.register('password')}
            size="md"
            label="Password"
            autoComplete="current-password"
            error={errors.password?.message}
          />
          <Button
            type="submit"
            size="md"
            fullWidth
            variant={passkeys === 'available' ? 'default' : 'filled'}
            loading={check.isPending}
          >
            Continue
          </Button>
          <Button variant="subtle" fullWidth onClick={onLost}>
            Lost your passkey?
          </Button>
        </Stack>
      </form>
    </Stack>
  );
}

const codeResolvers = {
  app: zodResolver(z.object({ code: totpCode })),
  recovery: zodResolver(z.object({ code: recoveryCode })),
};

type CodeFormProps = {
  challenge: string;
  kind: CodeKind;
  /** Asks for the other kind of code. */
  onOther: (kind: CodeKind) => void;
  onSignedIn: () => void;
  /** The password has to be entered again: because it took too long, or to sign in as someone else. */
  onBack: (reason: Error | null) => void;
};

function CodeForm({ challenge, kind, onOther, onSignedIn, onBack }: CodeFormProps) {
  const isRecovery = kind === 'recovery';
  const form = useForm({
    resolver: codeResolvers[kind],
    defaultValues: { code: '' },
  });
  const { errors } = useFormState({ control: form.control });
  const signIn = useEnter(signInWithSecondFactor, async (code: string) =>
    call(signInWithSecondFactor, { body: { challenge, code } }),
  );

  // The field is all that is asked for now.
  useEffect(() => form.setFocus('code'), [form]);

  const refuse = (error: Error) => {
    if (error instanceof ApiError && error.status === 409) onBack(error);
    else form.setFocus('code', { shouldSelect: true });
  };
  return (
    <form
      noValidate
      onSubmit={(event) =>
        void form.handleSubmit(({ code }) => {
          if (!signIn.isPending) signIn.mutate(code, { onSuccess: onSignedIn, onError: refuse });
        })(event)
      }
    >
      <Stack gap="md">
        {signIn.error !== null && <SignInFailure error={signIn.error} way="code" />}
        <TextInput
          {...form.register('code')}
          size="md"
          label={isRecovery ? 'Recovery code' : '6-digit code'}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
          error={errors.code?.message}
        />
        <Button type="submit" size="md" fullWidth loading={signIn.isPending}>
          Sign in
        </Button>
        <Group justify="space-between" gap="sm">
          <Button variant="subtle" onClick={() => onOther(isRecovery ? 'app' : 'recovery')}>
            {isRecovery ? 'Use your authenticator app' : 'Use a recovery code'}
          </Button>
          <Button variant="subtle" onClick={() => onBack(null)}>
            Back
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const recoveryResolver = zodResolver(signInWithRecoveryCode.body);

/** Sign-in of a user without a password, whose passkey is lost. */
function RecoveryForm({ onSignedIn, onBack }: { onSignedIn: () => void; onBack: () => void }) {
  const form = useForm({ resolver: recoveryResolver, defaultValues: { email: '', code: '' } });
  const { errors } = useFormState({ control: form.control });
  const signIn = useEnter(signInWithRecoveryCode, async (body: BodyOf<typeof signInWithRecoveryCode>) =>
    call(signInWithRecoveryCode, { body }),
  );

  useEffect(() => form.setFocus('email'), [form]);

  return (
    <form
      noValidate
      onSubmit={(event) =>
        void form.handleSubmit((values) => {
          if (signIn.isPending) return;
          signIn.mutate(values, {
            onSuccess: onSignedIn,
            onError: () => form.setFocus('code', { shouldSelect: true }),
          });
        })(event)
      }
    >
      <Stack gap="md">
        {signIn.error !== null && <SignInFailure error={signIn.error} way="recovery" />}
        <TextInput
          {...form.register('email')}
          size="md"
          type="email"
          label="Email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.email?.message}
        />
        <TextInput
          {...form.register('code')}
          size="md"
          label="Recovery code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.code?.message}
        />
        <Button type="submit" size="md" fullWidth loading={signIn.isPending}>
          Sign in
        </Button>
        <Button variant="subtle" fullWidth onClick={onBack}>
          Back
        </Button>
      </Stack>
    </form>
  );
}
