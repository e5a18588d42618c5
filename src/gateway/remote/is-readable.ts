import { isLarge, threads, threadTask } from '#http/thread-pool.ts';
import type { takesLong } from './takes-long.ts';

const judging = threadTask<typeof takesLong>(new URL('takes-long.ts', import.meta.url), 'takesLong');

/** Whether an answer can be parsed without holding up other requests. A large one is judged in a thread. */
export async function isReadable(body: Buffer, owner: string): Promise<boolean> {
  return !isLarge(body) || !(await threads.run(judging, body, { owner }));
}
