import { AsyncLocalStorage } from 'node:async_hooks';

const ownCalls = new AsyncLocalStorage<true>();

/**
 * Does what the gateway asks of its own app on behalf of somebody whose request stands in the audit log already. A
 * request from outside can never be taken for one.
 */
export async function asOwnCall<T>(call: () => Promise<T>): Promise<T> {
  return await ownCalls.run(true, call);
}

export function isOwnCall(): boolean {
  return ownCalls.getStore() === true;
}
