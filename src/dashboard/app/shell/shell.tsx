import { IconMenu2 } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Outlet, useNavigation } from 'react-router';
import { NotificationHost } from '#dashboard/ui/notification-host.tsx';
import { OfflineNotice } from '#dashboard/ui/offline-notice.tsx';
import { PaletteHost, type PaletteShown } from '../palette/palette-host.tsx';
import { ModeBadge } from './mode-badge.tsx';
import { Navigation } from './navigation.tsx';
import classes from './shell.module.css';
import { FollowedActivity } from '../../features/aml/activity/followed-activity.tsx';

/** The frame of every page: navigation, who is signed in and where, and the page itself. */
export function Shell() {
  const drawer = useRef<HTMLDialogElement>(null);
  const main = useRef<HTMLElement>(null);
  const [shown, setShown] = useState<PaletteShown>();
  const isNavigating = useNavigation().state !== 'idle';

  return (
    <div className={classes['shell']}>
      <a className={classes['skip']} href="#main" onClick={() => main.current?.focus()}>
        Skip to content
      </a>
      {/* Sections, not headers: a dialog has a header, and a page only one banner. */}
      <section aria-label="Console" className={classes['topBar']}>
        <button
          type="button"
          className={classes['menuButton']}
          aria-label="Open navigation"
          onClick={() => drawer.current?.showModal()}
        >
          <IconMenu2 size={20} aria-hidden />
        </button>
        <span className={classes['topBarTitle']}>Wallet Console</span>
        <FollowedActivity />
        <ModeBadge />
      </section>
      <section aria-label="Console" className={classes['sidebar']}>
        <Navigation onShow={setShown} />
      </section>
      <dialog ref={drawer} className={classes['drawer']} aria-label="Navigation" closedby="any">
        <Navigation onShow={setShown} onClose={() => drawer.current?.close()} />
      </dialog>
      <main ref={main} id="main" tabIndex={-1} className={classes['main']}>
        <div className={classes['progress']} data-active={isNavigating || undefined} />
        <OfflineNotice />
        <Outlet />
      </main>
      <NotificationHost />
      <PaletteHost shown={shown} onShow={setShown} />
    </div>
  );
}
