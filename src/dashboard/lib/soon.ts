/**
 * Does what a page needs right after its first rows in a task of its own: within the one that runs the scripts for
 * the first time, it would make that one longer.
 */
export async function soon<T>(what: () => T | Promise<T>): Promise<T> {
  // A timer that a script sets while it is being run has the browser parse it again, where anything watches timers.
  await Promise.resolve();
  await new Promise((resolve) => setTimeout(resolve));
  return what();
}
