/** Long enough to get on, short enough that nobody notices. */
const sliceMs = 12;

/**
 * Gives each value with how many came before it, and lets the page draw and answer whenever some milliseconds have
 * gone into them.
 */
export async function* inSlices<T>(values: readonly T[]): AsyncGenerator<[done: number, value: T]> {
  let begun = performance.now();
  for (const [done, value] of values.entries()) {
    if (performance.now() - begun > sliceMs) {
      // oxlint-disable-next-line no-await-in-loop -- that is what it is for
      await new Promise((resolve) => setTimeout(resolve));
      begun = performance.now();
    }
    yield [done, value];
  }
}
