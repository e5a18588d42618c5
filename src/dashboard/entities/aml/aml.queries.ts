import { queryOptions } from '@tanstack/react-query';
import { readAmlCheck } from '#contract/gateway/aml-checks.ts';
import { type AmlCheck, listAmlChecks } from '#contract/gateway/aml-library.ts';
import { listSanctionsLists } from '#contract/gateway/sanctions-lists.ts';
import { readAmlRules } from '#contract/gateway/aml-rules.ts';
import { openSets } from '#contract/fields.ts';
import { queryOf } from '#dashboard/api/queries.ts';
import type { ListSource } from '#dashboard/api/list-source.ts';
import { call } from '#dashboard/api/client.ts';

/** While something runs, how long to wait before asking again, in milliseconds: longer the older it is. */
export function pollMs(startedAt: string, now: number): number {
  const age = now - Date.parse(startedAt);
  return Math.min(30_000, Math.max(1_000, age / 8));
}

export function isRunning({ state }: Pick<AmlCheck, 'state'>): boolean {
  return state === 'queued' || state === 'asking' || state === 'waiting';
}

export const amlQueries = {
  one: (id: string) => queryOf(readAmlCheck, { query: { id } }),
  sanctionsLists: () => queryOptions({ ...queryOf(listSanctionsLists, {}), staleTime: 60_000 }),
  rules: () => queryOptions({ ...queryOf(readAmlRules, {}), staleTime: 60_000 }),
};

const schema = openSets(listAmlChecks.query);

/** Every check of the account. */
export const amlChecks: ListSource<typeof schema, AmlCheck> = {
  name: 'aml-checks',
  operation: listAmlChecks,
  schema,
  read: (query, signal) => call(listAmlChecks, { query }, signal),
  rowId: ({ value }) => value.id,
  createdAt: ({ value }) => value.created_at,
};
