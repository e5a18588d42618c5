import { useEffect } from 'react';
import { useBlocker, useLocation } from 'react-router';
import { forgetSaved, isSaved } from './use-close-dialog.ts';

/** Holds up leaving this address while there is something to lose, until the blocker is asked to proceed. */
export function useLeaveGuard(hasChanges: boolean) {
  const { key } = useLocation();
  useEffect(() => forgetSaved(key), [key]);

  useEffect(() => {
    if (!hasChanges) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasChanges]);

  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasChanges &&
      currentLocation.pathname !== nextLocation.pathname &&
      // A session that has ended cannot save anything any more.
      nextLocation.pathname !== '/sign-in' &&
      !isSaved(currentLocation.key),
  );
}
