import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { openSession, signInOptions } from '#contract/gateway/sign-in.ts';
import { queryOf } from '#dashboard/api/queries.ts';
import { call } from '#dashboard/api/client.ts';
import { forgetProviderLimits } from '#dashboard/api/provider-limits.ts';
import { announce, takeOver } from '#dashboard/session/session-changes.ts';
import { sessionQueries } from '#dashboard/session/session.queries.ts';

/** What the sign-in page can say and offer. */
export const signInOptionsQuery = queryOptions({
  ...queryOf(signInOptions, {}),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Opens a session; what an earlier one read is forgotten. */
export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { token: string }) => call(openSession, { body }),
    onSuccess: (session) => {
      queryClient.clear();
      forgetProviderLimits();
      takeOver(session);
      announce('in');
      queryClient.setQueryData(sessionQueries.current().queryKey, session);
    },
  });
}
