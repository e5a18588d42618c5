import { Box, Stack, Text, Title } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId } from 'react';
import { signInAsSandboxUser, type SignInOptions } from '#contract/gateway/sign-in.ts';
import { call } from '#dashboard/api/client.ts';
import classes from './sandbox-users.module.css';
import { SignInFailure } from './sign-in-failure.tsx';
import { useEnter } from './sign-in.queries.ts';

type Props = { users: SignInOptions['sandbox_users']; onSignedIn: () => void };

/** Sign-in as one of the sandbox's users, with one click. */
export function SandboxUsers({ users, onSignedIn }: Props) {
  const heading = useId();
  const signIn = useEnter(signInAsSandboxUser, async (id: string) =>
    call(signInAsSandboxUser, { body: { id } }),
  );
  const pending = signIn.isPending ? signIn.variables : null;
  return (
    <section aria-labelledby={heading} className={classes['section']}>
      <Title order={2} mb="sm" c="dimmed" size="sm" fw={500} id={heading}>
        Or try the sandbox as
      </Title>
      {signIn.error !== null && (
        <Box mb="sm">
          <SignInFailure error={signIn.error} way="sandbox" />
        </Box>
      )}
      <Stack component="ul" gap={0} mx={-10}>
        {users.map(({ id, name, roles, description }) => (
          <li key={id}>
            <button
              type="button"
              className={classes['user']}
              aria-busy={pending === id}
              onClick={() => pending === null && signIn.mutate(id, { onSuccess: onSignedIn })}
            >
              <Stack component="span" gap={0} flex="1" lh={1.4}>
                <span>
                  <Text span fw={500} inherit>
                    {name}
                  </Text>
                  {roles.length > 0 && `, ${roles.join(', ')}`}
                </span>
                {description !== null && (
                  <Text span c="dimmed" size="sm">
                    {description}
                  </Text>
                )}
              </Stack>
              <IconChevronRight size={16} aria-hidden className={classes['arrow']} />
            </button>
          </li>
        ))}
      </Stack>
    </section>
  );
}
