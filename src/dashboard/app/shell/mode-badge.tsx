import { Group } from '@mantine/core';
import type { Mode } from '#contract/gateway/sessions.ts';
import { useSession } from '#dashboard/session/session.queries.ts';
import classes from './mode-badge.module.css';

const modes = {
  sandbox: { label: 'Sandbox', meaning: 'Demo data on this machine. No real funds.' },
  embedded: { label: 'Embedded', meaning: 'This installation’s own wallet service.' },
  remote: { label: 'Remote', meaning: 'A remote provider’s wallet service.' },
} as const satisfies Record<Mode, { label: string; meaning: string }>;

const notConnected = {
  label: 'Not connected',
  meaning:
    'This installation isn’t connected to a blockchain network. Deposits aren’t detected, and nothing is actually sent.',
};

/** The kind of service behind the console, so that no one mistakes demonstration data for real funds. */
export function ModeBadge() {
  const { mode, deposits } = useSession();
  const { label, meaning } = deposits === 'undetected' ? notConnected : modes[mode];
  return (
    <Group
      component="span"
      display="inline-flex"
      wrap="nowrap"
      gap={0}
      h={20}
      px="sm"
      bdrs={10}
      fz="xs"
      fw={500}
      className={classes['badge']}
      data-mode={mode}
      title={meaning}
    >
      {label}
    </Group>
  );
}
