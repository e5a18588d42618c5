import { queryOptions } from '@tanstack/react-query';
import {
  getReconciliation,
  listReconciliationLines,
  listReconciliations,
} from '#contract/gateway/reconciliations.ts';
import { listReconciliationMappings } from '#contract/gateway/reconciliation-mappings.ts';
import type { ResultKind } from '#domain/reconciliation/lines.ts';
import { call } from '#dashboard/api/client.ts';
import { keyOf, queryOf } from '#dashboard/api/queries.ts';
import type { PageQuery } from '#dashboard/lib/page-state.ts';

/** How often one in progress is read again, in milliseconds. */
const pollMs = 1_000;

const isInProgress = (state: string | undefined) => state === 'waiting' || state === 'working';

export const reconciliationQueries = {
  list: (query: PageQuery) =>
    queryOptions({
      queryKey: keyOf(listReconciliations, { query }),
      queryFn: async ({ signal }) => await call(listReconciliations, { query }, signal),
      refetchInterval: ({ state: { data } }) =>
        data?.rows.some(({ value }) => isInProgress(value.state)) === true ? pollMs : false,
    }),
  one: (id: string) => {
    const request = { query: { reconciliation_id: id } };
    return queryOptions({
      queryKey: keyOf(getReconciliation, request),
      queryFn: async ({ signal }) => (await call(getReconciliation, request, signal)).reconciliation,
      refetchInterval: ({ state: { data } }) => (isInProgress(data?.state) ? pollMs : false),
    });
  },
  lines: (id: string, kind: ResultKind | undefined, page: PageQuery) =>
    queryOf(listReconciliationLines, {
      query: { reconciliation_id: id, ...page, ...(kind !== undefined && { kind }) },
    }),
  mappings: () => queryOf(listReconciliationMappings, { query: {} }),
};
