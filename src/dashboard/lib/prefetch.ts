/** What browsers that know it tell of the connection: https://wicg.github.io/netinfo/ */
type Connection = { saveData?: boolean; effectiveType?: string };

/** Whether to read what somebody is about to open, such as a page whose link is pointed at: not where data is dear or slow. */
export function mayPrefetch(): boolean {
  const { saveData = false, effectiveType = '4g' } =
    'connection' in navigator ? (navigator.connection as Connection) : {};
  return !saveData && effectiveType === '4g';
}
