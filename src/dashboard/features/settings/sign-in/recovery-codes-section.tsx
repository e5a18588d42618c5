import { Group, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { replaceRecoveryCodes, type SignInMethods } from '#contract/gateway/sign-in-methods.ts';
import { formatCount } from '#domain/format.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { RecoveryCodes } from '#dashboard/entities/sign-in/recovery-codes.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import classes from './sign-in-methods.module.css';

/** Fewer codes than this are too few to rely on. */
const FEW_CODES = 3;

/** The codes for when a device is lost: how many are left, and the way to make new ones. */
export function RecoveryCodesSection({ methods, email }: { methods: SignInMethods; email: string }) {
  const { recovery_codes_left: left, has_password: hasPassword, passkeys } = methods;
  // Whoever signs in with the identity provider alone has no device to lose here.
  const isWarned = left < FEW_CODES && (hasPassword || passkeys.length > 0);
  const [isAsking, setIsAsking] = useState(false);
  const replace = useChange(replaceRecoveryCodes);
  const codes = replace.data?.recovery_codes;
  const make = () => replace.mutate({});
  return (
    <Stack component="section" gap="md" aria-labelledby="recovery-codes">
      <header>
        <Title order={2} id="recovery-codes">
          Recovery codes
        </Title>
        <p>
          Sign in with one of these if you lose your device. Each works once.{' '}
          {codes === undefined && `You have ${formatCount(left, 'code')} left.`}
        </p>
      </header>
      {codes === undefined && isWarned && (
        <Alert tone="warning">
          {left === 0 ? 'You have no recovery codes.' : 'You’re running out of recovery codes.'} Make new ones
          and save them.
        </Alert>
      )}
      {replace.error !== null && <FailureAlert error={replace.error} />}
      {codes !== undefined && (
        <div className={classes['form']}>
          <RecoveryCodes
            codes={codes}
            email={email}
            onDone={() => {
              replace.reset();
              setIsAsking(false);
            }}
          />
        </div>
      )}
      {codes === undefined && !isAsking && (
        <div>
          {/* Without codes, none stop working. */}
          <Button
            variant="default"
            loading={replace.isPending}
            onClick={left === 0 ? make : () => setIsAsking(true)}
          >
            Make new codes
          </Button>
        </div>
      )}
      {codes === undefined && isAsking && (
        <Group gap="sm">
          <span>Your current codes stop working at once.</span>
          <Button variant="default" onClick={() => setIsAsking(false)}>
            Keep current codes
          </Button>
          <Button loading={replace.isPending} onClick={make}>
            Make new codes
          </Button>
        </Group>
      )}
    </Stack>
  );
}
