import type { FastifyInstance } from 'fastify';

const INTERVAL_MS = 60_000;

/** Runs the jobs at intervals from when the app is ready until it closes, which waits for a running one. */
export function startHousekeeping(
  app: FastifyInstance,
  jobs: readonly (() => Promise<void>)[],
  intervalMs = INTERVAL_MS,
): void {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const run = async (): Promise<void> => {
    try {
      for (const job of jobs) await job();
    } catch (error) {
      app.log.error({ err: error }, 'housekeeping failed; it runs again in a minute');
    }
  };
  app.addHook('onReady', async () => {
    timer = setInterval(() => {
      running = running.then(run);
    }, intervalMs).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
}
