/** The sign-in page, with the way back to where the person is. */
export function signInPath(location: { pathname: string; search: string }): string {
  const from = (location.pathname + location.search).toWellFormed();
  return from === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(from)}`;
}
