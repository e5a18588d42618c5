import { queryOptions } from '@tanstack/react-query';
import { signInOptions } from '#contract/gateway/sign-in.ts';
import { queryOf } from '#dashboard/api/queries.ts';

/** What this console offers to sign in with, and whether passkeys work at this address. */
export const signInOptionsQuery = queryOptions({
  ...queryOf(signInOptions, {}),
  staleTime: Number.POSITIVE_INFINITY,
});
