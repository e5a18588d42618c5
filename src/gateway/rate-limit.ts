import { createHash } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { operationOf } from '#http/request-log.ts';
import { ServiceError } from '#http/service-error.ts';

const WINDOW_MS = 60_000;
/** How many keys are counted at once, of those that work and of all others. */
const MOST_KEYS = 10_000;

/**
 * Lets each API key make so many requests a minute to the routes of the scope, counted by this process; 0:
 * any number. Must be registered after what puts a session's key into the `token` header, so that a key's
 * sessions count for the key. A request without a key is not counted: it is refused, or asks for an image or a
 * PDF by a link that few know.
 */
export async function limitRequests(
  scope: FastifyInstance,
  perMinute: number,
  mostKeys = MOST_KEYS,
): Promise<void> {
  if (perMinute === 0) return;
  await scope.register(rateLimit, { global: false });
  const options = { max: perMinute, timeWindow: WINDOW_MS, keyGenerator, cache: mostKeys };
  // Each has a memory of its own: a client that invents keys makes the process forget those, and none that works.
  const [countWorking, countOther] = [scope.createRateLimit(options), scope.createRateLimit(options)];
  const working = new Set<string>();
  const countedAsOther = new WeakSet<FastifyRequest>();

  scope.addHook('onRequest', async (request, reply) => {
    if (request.headers['token'] === undefined) return;
    const isWorking = working.has(keyGenerator(request));
    if (!isWorking) countedAsOther.add(request);
    const counted = await (isWorking ? countWorking : countOther)(request);
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
      `Too many requests with this key (limit: ${perMinute} per minute). Try again in ${ttlInSeconds} seconds`,
      { headers: { 'retry-after': String(ttlInSeconds) } },
    );
  });

  scope.addHook('onSend', async (request, reply, payload) => {
    // Only an operation that succeeds proves that the wallet service knows the key.
    const isProof = reply.statusCode === 200 && operationOf(request) !== undefined;
    if (!isProof || !countedAsOther.has(request)) return payload;
    await countWorking(request);
    const key = keyGenerator(request);
    working.add(key);
    const [oldest] = working;
    if (working.size > mostKeys && oldest !== undefined) working.delete(oldest);
    return payload;
  });
}

/** A hash rather than the key itself, because what is counted stays in memory for as long as the process runs. */
function keyGenerator({ headers }: FastifyRequest): string {
  return createHash('sha256').update(String(headers['token'])).digest('base64');
}
