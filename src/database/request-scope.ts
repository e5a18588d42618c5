import { AsyncLocalStorage } from 'node:async_hooks';

/** What the statements of one request have in common. */
type RequestScope = {
  readonly accountId: string | undefined;
  /** Something was stored, or sent elsewhere, and stays even if the rest fails. */
  hasChanged: boolean;
  /** The request on whose behalf this one was made. */
  readonly parent: RequestScope | undefined;
};

const scopes = new AsyncLocalStorage<RequestScope>();

/**
 * Runs the work as part of a request: its account shares connections fairly with others. Without an account, what a request
 * begins for everybody takes no turn of its account.
 */
export function runInScope<T>(accountId: string | undefined, work: (scope: RequestScope) => T): T {
  const scope: RequestScope = { accountId, hasChanged: false, parent: scopes.getStore() };
  return scopes.run(scope, work, scope);
}

/** Whether this is done on behalf of a request. */
export function isInScope(): boolean {
  return scopes.getStore() !== undefined;
}

export function currentAccount(): string | undefined {
  return scopes.getStore()?.accountId;
}

/** Notes that the request has changed something for good. */
export function noteChange(): void {
  for (let scope = scopes.getStore(); scope !== undefined; scope = scope.parent) scope.hasChanged = true;
}
