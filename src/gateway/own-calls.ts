import { AsyncLocalStorage } from 'node:async_hooks';

const ownCalls = new AsyncLocalStorage<true>();

/**
 * Sends the gateway's requests to its own app on behalf of a user whose request is in the activity log already. A request
 * from outside can't pass for one.
 */
export async function asOwnCall<T>(call: () => Promise<T>): Promise<T> {
  return await ownCalls.run(true, call);
}

export function isOwnCall(): boolean {
  return ownCalls.getStore() === true;
}
