/** Where to go after signing in: only a path of this application, because anyone can write a link with `next`. */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '';
  // `//host` and `/\host` are other sites to a browser, and it drops tabs and line breaks before it looks.
  return /^\/(?![/\\])\P{Cc}*$/u.test(next) && !next.startsWith('/sign-in') ? next : '/';
}
