import type { Kysely } from 'kysely';
import { runInScope } from '#database/request-scope.ts';
import type { Tables } from '#database/tables.ts';
import { type ApiKey, listKeysByHash } from './keys.store.ts';

type FoundKey = ApiKey & { hash: string };
type Lookup = Map<string, PromiseWithResolvers<FoundKey | undefined>>;
type Lookups = {
  /** What the next lookup is for. */
  waiting: Lookup;
  /** When the latest lookup that still runs began. */
  runningSince: number | undefined;
};

/** Stop waiting for a lookup after this long: its connection may be dead. */
const PATIENCE_MS = 100;

const lookupsOf = new WeakMap<Kysely<Tables>, Lookups>();

/**
 * The key with this hash, revoked or not. Requests that come while a key is being looked up share the next lookup. It begins
 * after all of them, so each of them sees what was committed before it came: a key that was revoked, in any process.
 */
export async function findKeyByHash(db: Kysely<Tables>, hash: string): Promise<FoundKey | undefined> {
  const lookups = lookupsOf.get(db) ?? { waiting: new Map(), runningSince: undefined };
  lookupsOf.set(db, lookups);
  const asked = lookups.waiting.get(hash) ?? Promise.withResolvers<FoundKey | undefined>();
  lookups.waiting.set(hash, asked);
  const { runningSince } = lookups;
  if (runningSince === undefined || performance.now() - runningSince > PATIENCE_MS) {
    // Not in the caller's turn: the others that wait may be of other accounts.
    void runInScope(undefined, async () => lookUpWaiting(db, lookups));
  }
  return await asked.promise;
}

async function lookUpWaiting(db: Kysely<Tables>, lookups: Lookups): Promise<void> {
  while (lookups.waiting.size > 0) {
    const asked = lookups.waiting;
    const begun = performance.now();
    lookups.waiting = new Map();
    lookups.runningSince = begun;
    try {
      const keys = await listKeysByHash(db, [...asked.keys()]);
      for (const [hash, { resolve }] of asked) resolve(keys.find((key) => key.hash === hash));
    } catch (error) {
      for (const { reject } of asked.values()) reject(error);
    }
    // Another one was begun when this one took too long, and goes on with those that wait.
    if (lookups.runningSince !== begun) return;
  }
  lookups.runningSince = undefined;
}
