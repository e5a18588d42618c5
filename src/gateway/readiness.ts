import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const TIMEOUT_MS = 5_000;

/** Throws, or does not end, while the process cannot do its work. */
export type CheckReadiness = () => Promise<void>;

/**
 * Serves `/readyz`: 200 while requests can be answered, 503 while the database doesn't answer, can't be written or is not
 * of this version, and from when the process begins to end. Load balancers ask it; `/healthz` says only that the process lives.
 */
export function serveReadiness(app: FastifyInstance, check: CheckReadiness): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });

  app.get('/readyz', { logLevel: 'warn' }, async (request, reply) => {
    if (isClosing) return reply.code(503).send({ status: 'closing' });
    try {
      await inTime(check());
      return { status: 'ready' };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'database' });
    }
  });
}

async function inTime(work: Promise<void>): Promise<void> {
  const timer = new AbortController();
  const silence = sleep(TIMEOUT_MS, undefined, { signal: timer.signal }).then(() => {
    throw new Error('The database didn’t respond in time');
  });
  silence.catch(() => undefined);
  try {
    await Promise.race([work, silence]);
  } finally {
    timer.abort();
    work.catch(() => undefined);
  }
}
