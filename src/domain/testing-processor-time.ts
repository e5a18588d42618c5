/**
 * How long the processor works for this, in milliseconds. A clock would also count how long other threads and programs
 * of a busy machine keep it waiting.
 */
export function processorMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
