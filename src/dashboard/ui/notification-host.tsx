import { lazy, Suspense, useSyncExternalStore } from 'react';
import { notificationsWanted } from './notify.tsx';

const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }));

/** Where notifications appear. */
export function NotificationHost() {
  const isWanted = useSyncExternalStore(
    notificationsWanted.subscribe,
    notificationsWanted.get,
    notificationsWanted.get,
  );
  return <Suspense>{isWanted && <Notifications position="bottom-center" limit={3} />}</Suspense>;
}
