import { useEffect } from 'react';
import { type Blocker, IDLE_BLOCKER, useBlocker, useLocation } from 'react-router';
import { forgetSaved, isSaved } from './use-close-dialog.ts';

/**
 * Holds up leaving this address while there is something to lose, until the blocker is asked to proceed. What is being
 * saved can no longer be discarded, so nothing is asked: leaving waits until it is saved, and asks only if that fails.
 * If anything else ends while the user is being asked, they stay to see its result.
 */
export function useLeaveGuard(
  hasChanges: boolean,
  saving: { isPending: boolean; isSuccess?: boolean } = { isPending: false },
): Blocker {
  const { key } = useLocation();
  useEffect(() => forgetSaved(key), [key]);

  useEffect(() => {
    if (!hasChanges) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasChanges]);

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasChanges &&
      currentLocation.pathname !== nextLocation.pathname &&
      // A session that has ended cannot save anything any more.
      nextLocation.pathname !== '/sign-in' &&
      !isSaved(currentLocation.key),
  );

  useEffect(() => {
    if (blocker.state !== 'blocked' || hasChanges) return;
    if (saving.isSuccess === true) blocker.proceed();
    else blocker.reset();
  }, [blocker, hasChanges, saving.isSuccess]);

  return saving.isPending ? IDLE_BLOCKER : blocker;
}
