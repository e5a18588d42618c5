import { useLocation, useNavigate } from 'react-router';

/** Navigation state that tells a dirty form that leaving it is meant: what was entered is saved, or to be dropped. */
export const leaveForm = { leaveForm: true } as const;

/** Whether a navigation carries `leaveForm`. */
export function isLeaving(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'leaveForm' in state;
}

/** Closes a dialog that has an address: goes to what is behind it, with the query string of the list. */
export function useCloseDialog(closeTo = '..') {
  const navigate = useNavigate();
  const { search } = useLocation();
  return (options: { saved?: boolean } = {}) =>
    void navigate({ pathname: closeTo, search }, options.saved === true ? { state: leaveForm } : {});
}
