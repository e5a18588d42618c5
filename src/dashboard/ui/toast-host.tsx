import { lazy, useSyncExternalStore } from 'react';
import { toastsWanted } from './notify.ts';
import { Optional } from './optional.tsx';

const Toasts = lazy(async () => ({ default: (await import('./toasts.tsx')).Toasts }));

/** Where notifications appear; costs nothing until the first one. */
export function ToastHost() {
  const isWanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.get);
  return isWanted ? (
    <Optional>
      <Toasts />
    </Optional>
  ) : null;
}
