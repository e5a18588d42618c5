import { queryOptions } from '@tanstack/react-query';
import { findAmlResults, MOST_LOOKED_UP } from '#contract/gateway/aml-checks.ts';
import { notFoundLabel } from '#domain/aml/not-found.ts';
import { amlNetworks } from '#domain/networks.ts';
import { readTimestamp, toDate } from '#domain/time.ts';
import { call } from '#dashboard/api/client.ts';
import type { ReadDataOf } from '#contract/read-answer.ts';
import { keyOf } from '#dashboard/api/queries.ts';

const DAY_MS = 24 * 3_600_000;

export type KnownResult = ReadDataOf<typeof findAmlResults>['results'][number];

type Waiting = {
  network: string;
  value: string;
  resolve: (result: KnownResult) => void;
  reject: (error: unknown) => void;
};

let waiting: Waiting[] = [];

/** Asked for together with all others that are asked for in the same moment, as many in a request as it takes. */
async function findResult(network: string, value: string): Promise<KnownResult> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) setTimeout(askAll);
    waiting.push({ network, value, resolve, reject });
  });
}

function askAll(): void {
  const all = waiting;
  waiting = [];
  for (let from = 0; from < all.length; from += MOST_LOOKED_UP)
    void ask(all.slice(from, from + MOST_LOOKED_UP));
}

async function ask(some: readonly Waiting[]): Promise<void> {
  try {
    const subjects = some.map(({ network, value }) => ({ network, value }));
    const { results } = await call(findAmlResults, { body: { subjects } });
    for (const [index, { resolve, reject }] of some.entries()) {
      const result = results[index];
      if (result === undefined) reject(new Error('The answer says nothing of it.'));
      else resolve(result);
    }
  } catch (error) {
    for (const { reject } of some) reject(error);
  }
}

/** Whether there can be a check of it at all. */
export function canBeChecked(network: string | undefined): boolean {
  return amlNetworks.some((known) => known === network?.toLowerCase());
}

/** Whether a check would only give back the one that runs, or a report that is not older than so many days. */
export function isFreeOfCharge(
  { is_running: isRunning, last }: KnownResult,
  recentDays: number | undefined,
  now: number,
): boolean {
  const ended = readTimestamp(last?.ended_at ?? '')?.instant;
  if (isRunning) return true;
  if (ended === undefined || recentDays === undefined) return false;
  return recentDays > 0 && now - toDate(ended).getTime() <= recentDays * DAY_MS;
}

/** What a rating comes from, in a few words; undefined where the score decides. */
export function reasonOf(
  last: NonNullable<KnownResult['last']>,
  network: string | undefined,
): string | undefined {
  return notFoundLabel({ is_not_found: last.is_not_found, network }) ?? last.decisive_category ?? undefined;
}

/** What is known of an address or a transaction of a network. */
export function amlResult(network: string, value: string) {
  return queryOptions({
    queryKey: keyOf(findAmlResults, { network, value }),
    queryFn: () => findResult(network.toLowerCase(), value),
    staleTime: 60_000,
  });
}
