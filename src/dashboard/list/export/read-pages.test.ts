import * as fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { pageOf, transactionRows } from './export-testing.ts';
import { type ReadingHooks, type ReadPage, fetchPages } from './read-pages.ts';

const rows = transactionRows(1_000);
const page = (offset: number, limit: number) => pageOf(rows.slice(offset, offset + limit), rows.length);
const serverError = new ApiError({ kind: 'server', status: 500, message: 'Unexpected error' });

function hooks(onFailure?: ReadingHooks['onFailure']) {
  return {
    onPause: vi.fn<ReadingHooks['onPause']>(),
    onFailure: vi.fn<ReadingHooks['onFailure']>(
      onFailure ??
        (async ({ error }) => {
          throw error;
        }),
    ),
    wait: vi.fn<ReadingHooks['wait']>(async () => {}),
  };
}

async function readAll(fetchPage: ReadPage, given: ReadingHooks): Promise<unknown[]> {
  const read: unknown[] = [];
  for await (const { rows: some } of fetchPages(fetchPage, given)) read.push(...some);
  return read;
}

it('gives every row in its order, with at most four requests at once', async () => {
  let atOnce = 0;
  let most = 0;
  const fetchPage = async (offset: number, limit: number) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    // Later pages answer first.
    await new Promise((resolve) => setTimeout(resolve, 20 - offset / 50));
    atOnce -= 1;
    return page(offset, limit);
  };
  expect(await readAll(fetchPage, hooks())).toEqual(rows);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(4);
});

it('reads a provider that allows smaller pages than the interface says', async () => {
  expect(await readAll(async (offset) => page(offset, 70), hooks())).toEqual(rows);
});

it('reads every row once, in its order, whatever a provider makes of the page size and the total', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(1_000),
      fc.integer({ min: 1, max: 400 }),
      fc.boolean(),
      async (length, cap, saysHowMany) => {
        const all = rows.slice(0, length);
        const given = async (offset: number, limit: number) =>
          pageOf(all.slice(offset, offset + Math.min(limit, cap)), saysHowMany ? length : null);
        expect(await readAll(given, hooks())).toEqual(all);
      },
    ),
    { numRuns: 60 },
  );
});

it('reads all rows at once from a provider without pages', async () => {
  const fetchPage = vi.fn<ReadPage>(async () => pageOf(rows, rows.length));
  expect(await readAll(fetchPage, hooks())).toEqual(rows);
  expect(fetchPage).toHaveBeenCalledTimes(1);
});

it('ends if a provider returns the same page again, and says that the offset was ignored', async () => {
  for (const stated of [rows.length, null]) {
    const pages = [];
    for await (const one of fetchPages(
      async (_offset, limit) => pageOf(rows.slice(0, limit), stated),
      hooks(),
    )) {
      pages.push([one.rows.length, one.ignored]);
    }
    expect(pages).toEqual([
      [300, []],
      [0, ['offset']],
    ]);
  }
});

it('ends on a list without rows', async () => {
  expect(await readAll(async () => pageOf([], 0), hooks())).toEqual([]);
});

it('asks again after pauses, which grow, and for as long as a service asks for', async () => {
  const given = hooks();
  const limited = new ApiError({
    kind: 'rate_limited',
    status: 429,
    message: 'Too many requests',
    retryAfterSeconds: 7,
  });
  const failures = [serverError, limited];
  const fetchPage = async (offset: number, limit: number) => {
    const failure = offset === 300 ? failures.shift() : undefined;
    if (failure !== undefined) throw failure;
    return page(offset, limit);
  };
  expect(await readAll(fetchPage, given)).toEqual(rows);
  expect(given.wait.mock.calls).toEqual([[1_000], [7_000]]);
  expect(given.onPause).toHaveBeenLastCalledWith({ page: 2, offset: 300, error: limited, seconds: 7 });
  expect(given.onFailure).not.toHaveBeenCalled();
});

it('says which page has failed after four attempts, and continues from there on request', async () => {
  let isBroken = true;
  const attempts: number[] = [];
  const given = hooks(async () => {
    isBroken = false;
  });
  const fetchPage = async (offset: number, limit: number) => {
    attempts.push(offset);
    if (isBroken && offset >= 600) throw serverError;
    return page(offset, limit);
  };
  expect(await readAll(fetchPage, given)).toEqual(rows);
  expect(given.onFailure).toHaveBeenCalledExactlyOnceWith({ page: 3, offset: 600, error: serverError });
  expect(attempts.filter((offset) => offset === 600)).toHaveLength(5);
  expect(attempts.filter((offset) => offset === 300)).toHaveLength(1);
});

it('does not retry a request that would fail again', async () => {
  const refused = new ApiError({ kind: 'forbidden', status: 400, message: 'No permission' });
  const given = hooks();
  const fetchPage = vi.fn<ReadPage>(async () => {
    throw refused;
  });
  await expect(readAll(fetchPage, given)).rejects.toBe(refused);
  expect(fetchPage).toHaveBeenCalledTimes(1);
});
