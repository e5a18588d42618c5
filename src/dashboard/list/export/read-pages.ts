import type { ReadList } from '#contract/read-answer.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';

/** A page of a list, with how many rows there are as the provider says it. */
export type ExportPage<T = Record<string, unknown>> = Omit<ReadList<T>, 'count' | 'pageSize'>;

export type ReadPage<T = Record<string, unknown>> = (offset: number, limit: number) => Promise<ExportPage<T>>;

/** A page that could not be read. Pages count from 1. */
type PageFailure = { page: number; offset: number; error: Error };

export type ReadingHooks = {
  /** A page is asked for again after a pause. */
  onPause: (failure: PageFailure & { seconds: number }) => void;
  /** A page has failed for good, as it seems. To read on from there, resolve; to give up, reject. */
  onFailure: (failure: PageFailure) => Promise<void>;
  wait: (ms: number) => Promise<void>;
};

/** For reading without a user: pauses pass silently, and a page that fails for good ends it with its error. */
export function unwatched(signal: AbortSignal): ReadingHooks {
  return {
    onPause: () => undefined,
    onFailure: async ({ error }) => await Promise.reject(error),
    wait: async (ms) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      signal.throwIfAborted();
    },
  };
}

/** The most that the interface allows. */
const largestPage = 300;
/** How many requests run at once: one is answered while others travel and are written. */
const pagesAhead = 4;
const pausesSeconds = [1, 3, 9];
/** A service that asks to wait longer than this is asked again when the person says so. */
const longestPauseSeconds = 60;

/** A provider that gives fewer rows than this on a page is not asked for so few: one page may be short by chance. */
const smallestPage = 25;

/**
 * Every page of a list in its order, a few of them asked for ahead. Goes on by the rows that came, whatever a page was
 * to have, until as many came as the first page states; without such a number, until a page has none. A provider that
 * gives the same page again ends it, with `offset` among the ignored: it is for the caller to compare and to say so.
 */
export async function* fetchPages<T>(
  fetchPage: ReadPage<T>,
  hooks: ReadingHooks,
): AsyncGenerator<ExportPage<T> & { offset: number }> {
  let pageSize = largestPage;
  const read = async (offset: number): Promise<ExportPage<T> | PageFailure> => {
    for (const pause of [...pausesSeconds, undefined]) {
      try {
        return await fetchPage(offset, pageSize);
      } catch (thrown) {
        const error = thrown instanceof Error ? thrown : new Error(String(thrown));
        const failure = { page: Math.floor(offset / pageSize) + 1, offset, error };
        const seconds = pauseAfter(error, pause);
        if (seconds === undefined) return failure;
        hooks.onPause({ ...failure, seconds });
        await hooks.wait(seconds * 1000);
      }
    }
    throw new Error('The last attempt gives a page or a failure.');
  };
  const asked = new Map<number, Promise<ExportPage<T> | PageFailure>>();
  let expected: number | null = null;
  let before = '';
  for (let offset = 0; ;) {
    for (let ahead = 0; ahead < pagesAhead; ahead += 1) {
      const next = offset + ahead * pageSize;
      const isThere = ahead === 0 || (expected !== null && next < expected);
      if (isThere && !asked.has(next)) asked.set(next, read(next));
    }
    const result = await asked.get(offset);
    if (result === undefined || 'error' in result) {
      if (result !== undefined) await hooks.onFailure(result);
      // What was asked for ahead has mostly met the same failure.
      asked.clear();
      continue;
    }
    asked.delete(offset);
    const { step } = result;
    const edges = JSON.stringify([result.rows.at(0), result.rows.at(-1)]);
    const isRepeated =
      offset > 0 && result.rows.length > 0 && (edges === before || result.ignored.includes('offset'));
    if (isRepeated) {
      yield {
        ...result,
        rows: [],
        step: 0,
        otherRows: 0,
        ignored: [...new Set([...result.ignored, 'offset'])],
        offset,
      };
      return;
    }
    before = edges;
    if (offset === 0) expected = result.stated;
    if (offset === 0 || step > 0) yield { ...result, offset };
    offset += step;
    if (step === 0 || (expected !== null && offset >= expected)) return;
    if (step === pageSize) continue;
    // A provider may allow less than the interface says. What was asked for ahead begins elsewhere.
    pageSize = Math.max(smallestPage, Math.min(pageSize, step));
    asked.clear();
  }
}

function pauseAfter(error: Error, planned: number | undefined): number | undefined {
  if (planned === undefined || !(error instanceof ApiError)) return undefined;
  if (error.kind === 'rate_limited') {
    const seconds = Math.max(planned, error.retryAfterSeconds ?? 0);
    return seconds <= longestPauseSeconds ? seconds : undefined;
  }
  return error.kind === 'unreachable' || error.kind === 'server' ? planned : undefined;
}
