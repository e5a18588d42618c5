import { queryOptions } from '@tanstack/react-query';
import { createView, deleteView, listViews, replaceView, type SavedView } from '#contract/gateway/views.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { call } from '#dashboard/api/client.ts';

export const savedViewQueries = {
  /** Every view of the list that the account keeps, by name. */
  list: (list: string) =>
    queryOptions({
      queryKey: keyOf(listViews, { query: { list } }),
      queryFn: async ({ signal }): Promise<SavedView[]> => {
        const { views } = await call(listViews, { query: { list } }, signal);
        return views;
      },
      staleTime: 30_000,
    }),
};

export const useCreateView = () => useChange(createView);
export const useReplaceView = () => useChange(replaceView);
export const useDeleteView = () => useChange(deleteView);
