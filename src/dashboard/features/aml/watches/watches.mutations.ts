import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  changeAmlWatch,
  changeAmlWatchBudget,
  createAmlWatch,
  deleteAmlWatch,
  markAmlWatchSeen,
} from '#contract/gateway/aml-watches.ts';
import type { BodyOf } from '#contract/operation.ts';
import { call } from '#dashboard/api/client.ts';
import { watchesQuery } from './watches.queries.ts';

/** After a failure too: a change that nobody answered may have been made, and a refused one was out of date. */
function useRefresh() {
  const queryClient = useQueryClient();
  return { onSettled: async () => queryClient.invalidateQueries({ queryKey: watchesQuery.queryKey }) };
}

export function useCreateWatch() {
  return useMutation({
    ...useRefresh(),
    mutationFn: async (body: BodyOf<typeof createAmlWatch>) => call(createAmlWatch, { body }),
  });
}

export function useChangeWatch() {
  return useMutation({
    ...useRefresh(),
    mutationFn: async (body: BodyOf<typeof changeAmlWatch>) => call(changeAmlWatch, { body }),
  });
}

export function useDeleteWatch() {
  return useMutation({
    ...useRefresh(),
    mutationFn: async (body: BodyOf<typeof deleteAmlWatch>) => call(deleteAmlWatch, { body }),
  });
}

export function useMarkSeen() {
  return useMutation({
    ...useRefresh(),
    mutationFn: async (body: BodyOf<typeof markAmlWatchSeen>) => call(markAmlWatchSeen, { body }),
  });
}

export function useChangeBudget() {
  return useMutation({
    ...useRefresh(),
    mutationFn: async (body: BodyOf<typeof changeAmlWatchBudget>) => call(changeAmlWatchBudget, { body }),
  });
}
