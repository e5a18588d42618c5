import { Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { RequestId } from '#dashboard/ui/request-id.tsx';
import { signInFailureWords } from './sign-in-failure-words.ts';
import classes from './sign-in-failure.module.css';

/** Why nobody was signed in, and what to do about it. */
export function SignInFailure({ error }: { error: Error }) {
  const { title, next, address } = signInFailureWords(error);
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
      className={classes['failure']}
    >
      <IconAlertTriangle size={18} aria-hidden className={classes['icon']} />
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
