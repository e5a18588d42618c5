import { findSeenNetworks, MOST_SEEN } from '#contract/gateway/aml-results.ts';
import { call } from '#dashboard/api/client.ts';
import type { Seen } from '../start/seen.queries.ts';

/** Where the account has seen each of many texts, a request after the other; by the text. `onProgress` hears how many are done. */
export async function findSeen(
  values: readonly string[],
  onProgress: (done: number) => void,
): Promise<Map<string, readonly Seen[]>> {
  const found = new Map<string, readonly Seen[]>();
  for (let from = 0; from < values.length; from += MOST_SEEN) {
    const some = values.slice(from, from + MOST_SEEN);
    const { results } = await call(findSeenNetworks, { body: { values: some } });
    for (const [index, value] of some.entries()) found.set(value, results[index]?.seen ?? []);
    onProgress(found.size);
  }
  return found;
}
