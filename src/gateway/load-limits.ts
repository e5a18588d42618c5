import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isInScope } from '#database/request-scope.ts';
import { Counts } from '#domain/counts.ts';
import { callerOf, operationOf } from '#http/request-log.ts';
import { ServiceError } from '#http/service-error.ts';
import { busyFailure } from '#http/temporary-failures.ts';

type LoadLimits = {
  /** How many requests this process works on at once. */
  total: number;
  perAccount: number;
};

/** Several times what the database connections keep busy: more would only wait, and take memory. */
const DEFAULT_LIMITS: LoadLimits = { total: 1_000, perAccount: 200 };

/**
 * Turns requests away before any work is done while too many are under way, in all with 503, or for one account with 429. What
 * the process asks of itself on behalf of a request counts with that request, and an event stream only until it begins.
 */
export function limitLoad(app: FastifyInstance, { total, perAccount }: LoadLimits = DEFAULT_LIMITS): void {
  const byAccount = new Counts<string>();
  /** Requests under way, each with the account that it counts for once that is known. One that has ended counts for none. */
  const counted = new WeakMap<FastifyRequest, { accountId?: string }>();
  let running = 0;

  const end = (request: FastifyRequest): void => {
    const one = counted.get(request);
    if (one === undefined) return;
    counted.delete(request);
    running -= 1;
    if (one.accountId !== undefined) byAccount.remove(one.accountId);
  };

  app.addHook('onRequest', async (request, reply) => {
    if (!isCounted(request)) return;
    if (running >= total) throw busyFailure();
    running += 1;
    counted.set(request, {});
    // A client that leaves ends its request too.
    reply.raw.once('finish', () => end(request)).once('close', () => end(request));
  });

  // The account is known, and the body hasn't been read.
  app.addHook('preParsing', async (request, _reply, payload) => {
    const accountId = callerOf(request)?.accountId;
    const one = counted.get(request);
    if (accountId === undefined || one === undefined) return payload;
    if (byAccount.of(accountId) >= perAccount) {
      throw new ServiceError(
        429,
        `Too many requests at once (limit: ${perAccount} per account). Wait for responses before you send more`,
        { headers: { 'retry-after': '1' } },
      );
    }
    one.accountId = accountId;
    byAccount.add(accountId);
    return payload;
  });

  app.addHook('onSend', async (request, _reply, payload: unknown) => {
    if (typeof payload === 'object' && payload !== null && 'pipe' in payload) end(request);
    return payload;
  });
}

function isCounted(request: FastifyRequest): boolean {
  return operationOf(request) !== undefined && !isInScope();
}
