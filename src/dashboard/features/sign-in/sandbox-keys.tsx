import { Stack, Text, Title } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId } from 'react';
import type { SignInOptions } from '#contract/gateway/sign-in.ts';
import classes from './sandbox-keys.module.css';

type Props = {
  keys: SignInOptions['sandbox_keys'];
  /** The key that is being tried. */
  pending: string | null;
  onChoose: (token: string) => void;
};

/** The sandbox's own keys, each with what it may do. */
export function SandboxKeys({ keys, pending, onChoose }: Props) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={classes['section']}>
      <Title order={2} mb="sm" c="dimmed" size="sm" fw={500} id={heading}>
        Or try the sandbox as
      </Title>
      <Stack component="ul" gap={0} mx={-10}>
        {keys.map(({ token, title, description }) => (
          <li key={token}>
            <button
              type="button"
              className={classes['key']}
              aria-busy={pending === token}
              onClick={() => pending === null && onChoose(token)}
            >
              <Stack component="span" gap={0} flex="1" lh={1.4}>
                <Text span fw={500} inherit>
                  {title}
                </Text>
                <Text span c="dimmed" size="sm">
                  {description}
                </Text>
              </Stack>
              <IconChevronRight size={16} aria-hidden className={classes['arrow']} />
            </button>
          </li>
        ))}
      </Stack>
    </section>
  );
}
