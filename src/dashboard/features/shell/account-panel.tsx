import { IconLogout } from '@tabler/icons-react';
import { lazy } from 'react';
import { Button } from '../../ui/button.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { Optional } from '../../ui/optional.tsx';
import { useSignOut } from '../session/session.mutations.ts';
import { useSession } from '../session/session.queries.ts';
import classes from './account-panel.module.css';
import { ModeBadge } from './mode-badge.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { ZoneSwitch } from './zone-switch.tsx';

// Once the page is there: nothing of it is needed for the first rows.
const AmlActivity = lazy(async () => ({
  default: (await import('../aml/activity/aml-activity.tsx')).AmlActivity,
}));
const FollowedActivity = lazy(async () => ({
  default: (await import('../aml/activity/followed-activity.tsx')).FollowedActivity,
}));

/** What is being checked, for the bar above the page on a phone. In any window it is what keeps that up to date. */
export function TopBarActivity() {
  return (
    <Optional>
      <FollowedActivity />
    </Optional>
  );
}

/** Who is signed in, with which key, on what; the zone of times; the theme; the way out. */
export function AccountPanel() {
  const session = useSession();
  const signOut = useSignOut();

  return (
    <section aria-label="Account" className={classes['panel']}>
      <Optional>
        <AmlActivity />
      </Optional>
      <dl className={classes['facts']}>
        <div>
          <dt>Account</dt>
          <dd className={classes['account']} title={session.account_id}>
            {session.account_id}
          </dd>
        </div>
        {session.key_name !== null && (
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
          <dd className={classes['zone']}>
            <ZoneSwitch />
          </dd>
        </div>
      </dl>
      <div className={classes['actions']}>
        <ThemeSwitch />
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconLogout size={16} aria-hidden />}
          loading={signOut.isPending}
          onClick={() =>
            signOut.mutate(undefined, {
              onError: (error) => notifyFailure('You are still signed in', error),
            })
          }
        >
          Sign out
        </Button>
      </div>
    </section>
  );
}
