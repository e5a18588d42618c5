/** For links that open a list as it is now and as one left it, also when it is the one that is shown. */
export const openAnew = { opensAnew: true } as const;

/** Whether a navigation with this state opens its list anew. */
export function opensAnew(state: unknown): boolean {
  return state !== null && typeof state === 'object' && 'opensAnew' in state;
}
