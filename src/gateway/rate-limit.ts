import { createHash } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '#http/service-error.ts';

const WINDOW_MS = 60_000;
/** So many keys are counted at once; whoever makes up more only makes the process forget the oldest. */
const MOST_KEYS = 10_000;

/**
 * Lets each API key make so many requests a minute to the routes of the scope, counted by this process; 0:
 * any number. Must be registered after what puts a session's key into the `token` header, so that a key's
 * sessions count for the key. A request without a key is not counted: it is refused anyway.
 */
export async function limitRequests(scope: FastifyInstance, perMinute: number): Promise<void> {
  if (perMinute === 0) return;
  await scope.register(rateLimit, { global: false, cache: MOST_KEYS });
  const count = scope.createRateLimit({ max: perMinute, timeWindow: WINDOW_MS, keyGenerator });

  scope.addHook('onRequest', async (request, reply) => {
    if (request.headers['token'] === undefined) return;
    const counted = await count(request);
    if (counted.isAllowed) return;
    const { remaining, ttlInSeconds, isExceeded } = counted;
    reply.headers({
      'ratelimit-limit': perMinute,
      'ratelimit-remaining': remaining,
      'ratelimit-reset': ttlInSeconds,
    });
    if (!isExceeded) return;
    throw new ServiceError(
      429,
      `Too many requests with this key: at most ${perMinute} a minute. Try again in ${ttlInSeconds} seconds`,
      { headers: { 'retry-after': String(ttlInSeconds) } },
    );
  });
}

/** Not the key itself: what is counted stays in memory for as long as the process runs. */
function keyGenerator({ headers }: FastifyRequest): string {
  return createHash('sha256').update(String(headers['token'])).digest('base64');
}
