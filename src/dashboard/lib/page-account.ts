import { accountPrefix, splitAccount } from '#contract/account-path.ts';

/** A page is in one account from beginning to end: another one's page is another document. */
let { prefix } = splitAccount(globalThis.window?.location.pathname ?? '/');

/** What the URLs of this page and of its requests start with: empty for those with one account. */
export function pageAccountPrefix(): string {
  return prefix;
}

/** Where a router with several accounts is, without the account: as its links have it. */
export function withinAccount({ pathname, search }: Pick<Location, 'pathname' | 'search'>) {
  return { pathname: splitAccount(pathname).rest, search };
}

/** Has a worker make its requests in the account of its page. */
export function workInAccount(pagePrefix: string): void {
  ({ prefix } = splitAccount(pagePrefix));
}

/** The URL of a path of this application in another account. */
export function urlInAccount(id: string, path: string): string {
  return accountPrefix(id) + path;
}
