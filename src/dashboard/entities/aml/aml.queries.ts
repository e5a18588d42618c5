import { queryOptions } from '@tanstack/react-query';
import { readAmlActivity, readAmlCheck } from '#contract/gateway/aml-checks.ts';
import type { AmlCheck } from '#contract/gateway/aml-library.ts';
import { listSanctionsLists } from '#contract/gateway/sanctions-lists.ts';
import { readAmlRules } from '#contract/gateway/aml-rules.ts';
import { call } from '#dashboard/api/client.ts';
import { amlChecks } from './aml.history.ts';

/** Of everything that changes when a check does. */
export const amlKey = 'aml';

/** While something runs, how long to wait before asking again, in milliseconds: longer the older it is. */
export function pollMs(startedAt: string, now: number): number {
  const age = now - Date.parse(startedAt);
  return Math.min(30_000, Math.max(1_000, age / 8));
}

export function isRunning({ state }: Pick<AmlCheck, 'state'>): boolean {
  return state === 'queued' || state === 'asking' || state === 'waiting';
}

export const amlQueries = {
  one: (id: string) =>
    queryOptions({
      queryKey: [amlKey, 'one', id],
      queryFn: ({ signal }) => call(readAmlCheck, { query: { id } }, signal),
    }),
  /** What runs, what has ended lately, and how many checks are left. */
  activity: () =>
    queryOptions({
      queryKey: [amlKey, 'activity'],
      queryFn: ({ signal }) => call(readAmlActivity, {}, signal),
    }),
  sanctionsLists: () =>
    queryOptions({
      queryKey: [amlKey, 'sanctions lists'],
      queryFn: ({ signal }) => call(listSanctionsLists, {}, signal),
      staleTime: 60_000,
    }),
  rules: () =>
    queryOptions({
      queryKey: [amlKey, 'rules'],
      queryFn: ({ signal }) => call(readAmlRules, {}, signal),
      staleTime: 60_000,
    }),
};

/** The keys under which lists of checks are kept. */
export const amlListKey = amlChecks.name;
