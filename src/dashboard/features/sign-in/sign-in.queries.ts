import { queryOptions } from '@tanstack/react-query';
import { signInOptions } from '#contract/gateway/sign-in.ts';
import { call } from '#dashboard/api/client.ts';

/** What the sign-in page can say and offer. Below the session, so that signing out forgets it as well. */
export const signInOptionsQuery = queryOptions({
  queryKey: ['session', 'options'],
  queryFn: ({ signal }) => call(signInOptions, {}, signal),
  staleTime: Number.POSITIVE_INFINITY,
});
