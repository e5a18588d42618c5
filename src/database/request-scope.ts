import { AsyncLocalStorage } from 'node:async_hooks';

/** What the statements of one request have in common. */
export type RequestScope = {
  /** Connections are shared fairly among accounts. */
  readonly accountId: string | undefined;
  /** Something was stored, or sent elsewhere, and stays even if the rest fails. */
  hasChanged: boolean;
};

const scopes = new AsyncLocalStorage<RequestScope>();

/** Runs the work with this as the scope of all its statements. */
export function runInScope<T>(scope: RequestScope, work: () => T): T {
  return scopes.run(scope, work);
}

export function currentAccount(): string | undefined {
  return scopes.getStore()?.accountId;
}

/** Notes that the request has changed something for good. */
export function noteChange(): void {
  const scope = scopes.getStore();
  if (scope !== undefined) scope.hasChanged = true;
}
