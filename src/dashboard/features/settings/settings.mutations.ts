import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeExplorers } from '#contract/gateway/settings.ts';
import type { BodyOf } from '#contract/operation.ts';
import { call } from '#dashboard/api/client.ts';
import { settingsQueries } from '#dashboard/entities/settings/settings.queries.ts';

export function useChangeExplorers() {
  const queryClient = useQueryClient();
  const { queryKey } = settingsQueries.all();
  return useMutation({
    mutationFn: (body: BodyOf<typeof changeExplorers>) => call(changeExplorers, { body }),
    onSuccess: (settings) => queryClient.setQueryData(queryKey, settings),
    // Somebody else may have changed them, and a change that nobody answered may have been made.
    onError: () => void queryClient.invalidateQueries({ queryKey }),
  });
}
