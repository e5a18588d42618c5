import type { Job } from './job.ts';

/** Does the next piece of a job to its end; false when nothing was due. */
export async function runOnce(job: Job): Promise<boolean> {
  const [piece] = await job.claim(1, []);
  await piece?.work(new AbortController().signal);
  return piece !== undefined;
}
