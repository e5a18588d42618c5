import { useFocusReturn } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useNavigation } from 'react-router';
import { IconButton } from '#dashboard/ui/button.tsx';
import { takeEarlyKeys } from '#dashboard/api/early-responses.ts';
import { NotificationHost } from '#dashboard/ui/notification-host.tsx';
import { TitleEnd } from '#dashboard/lib/use-page-title.ts';
import { useAccountName, useSession } from '#dashboard/session/session.queries.ts';
import { useMovements } from '#dashboard/list/follow-movements.ts';
import { ServiceNotice } from '#dashboard/ui/service-notice.tsx';
import { PaletteHost, type PaletteShown } from '../palette/palette-host.tsx';
import { ModeBadge } from './mode-badge.tsx';
import { Navigation } from './navigation.tsx';
import { ReauthenticationHost } from './reauthentication-host.tsx';
import { useRecovery } from './use-recovery.ts';
import classes from './shell.module.css';
import { FollowedActivity } from '../../features/aml/activity/followed-activity.tsx';

const NavigationDrawer = lazy(async () => ({
  default: (await import('./navigation-drawer.tsx')).NavigationDrawer,
}));

const NewDevices = lazy(async () => ({
  default: (await import('../../features/sessions/new-devices.tsx')).NewDevices,
}));

/** The frame of every page: navigation, who is signed in and where, and the page itself. */
export function Shell() {
  const main = useRef<HTMLElement>(null);
  const [shown, setShown] = useState<PaletteShown>();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  useFocusReturn({ opened: isMenuOpen });
  useMovements();
  useRecovery();
  // The page's rows may have been there before it could listen.
  useEffect(() => {
    for (const pressed of takeEarlyKeys())
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { ...pressed, bubbles: true, cancelable: true }),
      );
  }, []);
  const { accounts, user } = useSession();
  const hasSeveralAccounts = accounts.length > 1;
  const account = useAccountName();
  // Tells several accounts apart, in the tab's title and on a phone.
  const title = hasSeveralAccounts ? account : 'Wallet Console';
  const isNavigating = useNavigation().state !== 'idle';

  return (
    <div className={classes['shell']}>
      <ReauthenticationHost />
      <a className={classes['skip']} href="#main" onClick={() => main.current?.focus()}>
        Skip to content
      </a>
      {/* Sections, not headers: a dialog has a header, and a page only one banner. */}
      <section aria-label="Console" className={classes['topBar']}>
        <IconButton
          size="xl"
          c="var(--text)"
          aria-label="Open navigation"
          onClick={() => setIsMenuOpen(true)}
        >
          <IconMenu2 size={20} aria-hidden />
        </IconButton>
        <span className={classes['topBarTitle']}>{title}</span>
        <FollowedActivity />
        <ModeBadge />
      </section>
      <section aria-label="Console" className={classes['sidebar']}>
        <Navigation onShow={setShown} />
      </section>
      <Suspense>
        {isMenuOpen && <NavigationDrawer onShow={setShown} onClose={() => setIsMenuOpen(false)} />}
      </Suspense>
      <main ref={main} id="main" tabIndex={-1} className={classes['main']}>
        <div className={classes['progress']} data-active={isNavigating || undefined} />
        <ServiceNotice />
        <Suspense>{user !== null && <NewDevices />}</Suspense>
        <TitleEnd value={title}>
          <Outlet />
        </TitleEnd>
      </main>
      <NotificationHost />
      <PaletteHost shown={shown} onShow={setShown} />
    </div>
  );
}
