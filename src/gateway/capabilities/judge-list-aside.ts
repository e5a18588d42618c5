import type { Operation } from '#contract/operation.ts';
import { isLarge, threads, threadTask } from '#http/thread-pool.ts';
import type { Query } from './ask-list.ts';
import { type JudgedList, judgeList } from './judge-list.ts';

/** More than a page of 300 rows has. */
const LARGE_BYTES = 256 * 1024;

const judging = threadTask<typeof judgeList>(new URL('judge-list.ts', import.meta.url), 'judgeList');

/** Judges the answer in a thread where it is large. Throws a ServiceError if that takes too much time or memory. */
export async function judgeListAside(
  operation: Operation,
  query: Query,
  { status, body }: { status: number; body: Buffer },
  owner: string,
): Promise<JudgedList> {
  const asked = { operationId: operation.id, query, status, body };
  return isLarge(body, LARGE_BYTES) ? await threads.run(judging, asked, { owner }) : judgeList(asked);
}
