/** Runs what it is given, but so many at once at most; the others wait for their turn, in their order. */
export function atMost(limit: number): <T>(run: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (run) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      // Who waits takes the place over, so that nobody slips in between.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
