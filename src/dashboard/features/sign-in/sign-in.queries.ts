import { queryOptions } from '@tanstack/react-query';
import { signInOptions } from '#contract/gateway/sign-in.ts';
import { queryOf } from '#dashboard/api/queries.ts';

/** What the sign-in page can say and offer. */
export const signInOptionsQuery = queryOptions({
  ...queryOf(signInOptions, {}),
  staleTime: Number.POSITIVE_INFINITY,
});
