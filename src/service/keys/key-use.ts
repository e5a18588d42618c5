import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { toDate } from '#domain/time.ts';
import { now } from '#domain/clock.ts';
import { type ApiKey, touchKey } from './keys.store.ts';

const PRECISION_MS = 60_000;

/** Whose use is being written: requests at once write it once. */
const writing = new Set<string>();

/**
 * Notes that a key was used, at most once a minute. It isn't awaited, and a request does not fail with it:
 * it is there for people who ask which keys are still needed.
 */
export function noteUse(
  db: Kysely<Tables>,
  { keyId, lastUsedAt }: ApiKey,
  log: Pick<FastifyBaseLogger, 'warn'>,
): void {
  const at = now();
  const isRecent = lastUsedAt !== null && toDate(at).getTime() - toDate(lastUsedAt).getTime() < PRECISION_MS;
  if (isRecent || writing.has(keyId)) return;
  writing.add(keyId);
  touchKey(db, keyId, at)
    .catch((error: unknown) => log.warn({ err: error, keyId }, 'the last use of the key was not noted'))
    .finally(() => writing.delete(keyId));
}
