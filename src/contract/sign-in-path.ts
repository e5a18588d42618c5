/** The sign-in page, with the way back to where the person is: a path, with its query string if it has one. */
export function signInPath(from: string): string {
  return from === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(from.toWellFormed())}`;
}
