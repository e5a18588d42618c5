import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createBookEntry, deleteBookEntry, replaceBookEntry } from '#contract/gateway/address-book.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { call, type RequestOf } from '#dashboard/api/client.ts';
import { bookKey } from '#dashboard/entities/address-book/address-book.queries.ts';

/** Of every change to an entry. */
const changeKey = [...bookKey, 'change'] as const;

/** After a failure too: a change that nobody answered may have been made, and a refused one was out of date. */
function useRefresh() {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: bookKey });
  return {
    mutationKey: changeKey,
    onSuccess: async () => {
      // Asking for the entry again, which has another address or is gone, would only flash that on the way out.
      await queryClient.invalidateQueries({ queryKey: [...bookKey, 'lookup'], refetchType: 'none' });
      await queryClient.invalidateQueries({
        queryKey: bookKey,
        predicate: ({ queryKey }) => queryKey[1] !== 'lookup',
      });
    },
    onError: (error: Error) => {
      if (error instanceof ApiError && error.kind !== 'validation') void refresh();
    },
  };
}

/**
 * Tells whether an entry is being changed right now. A mutation's own `isPending` is as old as the last render, which
 * a second click can outrun.
 */
export function useIsChanging(): () => boolean {
  const queryClient = useQueryClient();
  return () => queryClient.isMutating({ mutationKey: changeKey }) > 0;
}

export function useCreateEntry() {
  return useMutation({
    ...useRefresh(),
    mutationFn: ({ body }: RequestOf<typeof createBookEntry>) => call(createBookEntry, { body }),
  });
}

export function useReplaceEntry() {
  return useMutation({
    ...useRefresh(),
    mutationFn: ({ body }: RequestOf<typeof replaceBookEntry>) => call(replaceBookEntry, { body }),
  });
}

export function useDeleteEntry() {
  return useMutation({
    ...useRefresh(),
    mutationFn: ({ body }: RequestOf<typeof deleteBookEntry>) => call(deleteBookEntry, { body }),
  });
}
