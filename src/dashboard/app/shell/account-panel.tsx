import { Group, Stack } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { Button } from '#dashboard/ui/button.tsx';
import { notifyFailure } from '#dashboard/ui/notify.tsx';
import { useSignOut } from '#dashboard/session/session-changes.ts';
import { useSession } from '#dashboard/session/session.queries.ts';
import classes from './account-panel.module.css';
import { AccountSwitch } from './account-switch.tsx';
import { ModeBadge } from './mode-badge.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { ZoneSwitch } from './zone-switch.tsx';
import { AmlActivity } from '../../features/aml/activity/aml-activity.tsx';

/** The user or the key, the account and the service of the session; the time zone; the theme; signing out. */
export function AccountPanel() {
  const session = useSession();
  const signOut = useSignOut();

  return (
    <Stack component="section" mt="auto" pt="md" aria-label="Account" className={classes['panel']}>
      <AmlActivity />
      <Stack component="dl" gap={4} px="sm" fz="xs" className={classes['facts']}>
        {session.user !== null && (
          <div>
            <dt>User</dt>
            <dd title={`${session.user.name}, ${session.user.email}`}>{session.user.name}</dd>
          </div>
        )}
        <div>
          <dt>Account</dt>
          <dd
            title={session.account_id}
            className={session.accounts.length > 1 ? classes['switch'] : undefined}
          >
            <AccountSwitch />
          </dd>
        </div>
        {session.user === null && session.key_name !== null && (
          <div>
            <dt>Key</dt>
            <dd title={session.key_name}>{session.key_name}</dd>
          </div>
        )}
        <div>
          <dt>Mode</dt>
          <dd>
            <ModeBadge />
          </dd>
        </div>
        <div>
          <dt>Times</dt>
          <dd className={classes['switch']}>
            <ZoneSwitch />
          </dd>
        </div>
      </Stack>
      <Group wrap="nowrap" gap={0} justify="space-between">
        <ThemeSwitch />
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconLogout size={16} aria-hidden />}
          loading={signOut.isPending}
          onClick={() =>
            signOut.mutate(undefined, {
              onError: (error) => notifyFailure('Couldn’t sign out', error),
            })
          }
        >
          Sign out
        </Button>
      </Group>
    </Stack>
  );
}
