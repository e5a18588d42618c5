import type { UserAccount } from '#contract/gateway/accounts.ts';
import { accountPrefix, splitAccount } from '#contract/account-path.ts';

/** A page is in one account from beginning to end: another one's page is another document. */
let { accountId, prefix } = splitAccount(globalThis.window?.location.pathname ?? '/');

/** What the addresses of this page and of its requests start with: empty for whoever has one account. */
export function pageAccountPrefix(): string {
  return prefix;
}

/** Has a worker make its requests in the account of its page. */
export function workInAccount(pagePrefix: string): void {
  ({ accountId, prefix } = splitAccount(pagePrefix));
}

let name: string | undefined;

/** Tells the accounts of whoever has several apart, in the tab's title and on a phone. */
export function namePageAccount(session: { account_id: string; accounts: readonly UserAccount[] }): void {
  const current = session.accounts.find(({ id }) => id === session.account_id);
  name = session.accounts.length > 1 ? (current?.name ?? session.account_id) : undefined;
}

/** Undefined for whoever has one account. */
export function pageAccountName(): string | undefined {
  return name;
}

/** The address of a path of this application in another account. */
export function addressInAccount(id: string, path: string): string {
  return accountPrefix(id) + path;
}

/**
 * Where somebody with these accounts should be instead of here, at a path of this application; undefined where this page is in
 * the right account. Without a browser, it always is.
 */
export function rightAddress(
  session: { account_id: string; accounts: readonly unknown[] },
  path: string,
): string | undefined {
  if (globalThis.window === undefined || accountId === session.account_id) return undefined;
  // The session that has just been opened isn't one of the account in the address.
  if (accountId !== undefined) return '/';
  return session.accounts.length > 1 ? addressInAccount(session.account_id, path) : undefined;
}
