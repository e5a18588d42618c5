import { IconWifiOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import classes from './offline-notice.module.css';

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Says so while the browser has no network. That a request went unanswered shows where its data belongs. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <output className={classes['place']}>
      {!isOnline && (
        <span className={classes['notice']}>
          <IconWifiOff size={16} aria-hidden />
          You are offline. What is shown may be out of date; changes cannot be saved until you are back.
        </span>
      )}
    </output>
  );
}
