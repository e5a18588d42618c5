import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#contract/operation.ts';
import { createView, deleteView, listViews, replaceView, type SavedView } from '#contract/gateway/views.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { call } from '#dashboard/api/client.ts';

const lists = ['saved-views'] as const;

export const savedViewQueries = {
  /** Every view of the list that the account keeps, by name. */
  list: (list: string) =>
    queryOptions({
      queryKey: [...lists, list],
      queryFn: async ({ signal }): Promise<SavedView[]> => {
        const { views } = await call(listViews, { query: { list } }, signal);
        return views;
      },
      staleTime: 30_000,
    }),
};

/** After a failure too: a change that nobody answered may have been made, and a refused one was out of date. */
function useRefresh() {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: lists });
  return {
    onSuccess: refresh,
    onError: async (error: Error) => {
      if (!(error instanceof ApiError) || error.kind === 'validation') return;
      const isRead = refresh();
      // Who is told that somebody changed a view sees the view as it is now, not a moment later.
      if (error.kind === 'refused') await isRead;
    },
  };
}

export function useCreateView() {
  return useMutation({
    ...useRefresh(),
    mutationFn: async (body: BodyOf<typeof createView>) => call(createView, { body }),
  });
}

export function useReplaceView() {
  return useMutation({
    ...useRefresh(),
    mutationFn: async (body: BodyOf<typeof replaceView>) => call(replaceView, { body }),
  });
}

export function useDeleteView() {
  return useMutation({
    ...useRefresh(),
    mutationFn: async (body: BodyOf<typeof deleteView>) => call(deleteView, { body }),
  });
}
