import { ApiError } from '#dashboard/lib/api-error.ts';

/**
 * Asks again whenever the service says that it was asked too often, after the time that it names; such an answer says
 * that nothing was done. Throws the signal's reason where that ends the waiting, and whatever else `ask` throws.
 */
export async function patiently<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== 'rate_limited') throw error;
      // oxlint-disable-next-line no-await-in-loop
      await wait(error.retryAfterSeconds ?? 1, signal);
    }
  }
}

async function wait(seconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, Math.max(1, seconds) * 1000);
    signal.addEventListener('abort', end);
  });
  signal.throwIfAborted();
}
